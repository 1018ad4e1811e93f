// What is printed does not depend on passes or on how the program is run, and a derivative prints it
// once. The texts themselves: test/tool/output.mlir.

// A loop that only prints, an `if` that only prints, and a loop whose values are read.
func.func @prints(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
                  %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %limit = prim.constant dense<100.0> : tensor<f64>
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    %last = prim.add %i, %one : tensor<i64>
    flow.print "turn {} of {}" (%last, %n) : tensor<i64>, tensor<i64>
    flow.yield
  }
  // The condition is asked once more than the body runs.
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    flow.print "is {} large?" (%a) : tensor<f64>
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.mul %a, %a : tensor<f64>
    %positive = prim.gt %b, %x : tensor<f64>
    flow.assert %positive, "{} is not positive" (%b) : tensor<i1>, tensor<f64>
    flow.if %positive : tensor<i1> -> () {
      flow.print "squared: {}" (%b) : tensor<f64>
    }
    flow.yield %b : tensor<f64>
  }
  flow.print "end: {}" (%y) : tensor<f64>
  return %y : tensor<f64>
}

// In a scan, in a callee and in a branch of a switch.
func.func private @say(%x: tensor<2xf64>) -> tensor<2xf64> {
  flow.print "given {}" (%x) : tensor<2xf64>
  return %x : tensor<2xf64>
}
func.func @prints_in_callees(%x: tensor<3x2xf64> {check.value = dense<[[1.0, 2.0], [0.5, 4.0], [-1.0, 8.0]]> : tensor<3x2xf64>},
                             %k: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<2xf64> {
  %start = prim.constant dense<1.0> : tensor<2xf64>
  %y = flow.scan carry(%start) over(%x) : (tensor<2xf64>, tensor<3x2xf64>) -> (tensor<2xf64>)
  body(%a: tensor<2xf64>, %row: tensor<2xf64>) {
    %said = func.call @say(%row) : (tensor<2xf64>) -> tensor<2xf64>
    %b = flow.switch %k : tensor<i64> -> (tensor<2xf64>)
    case {
      flow.print "case 0"
      flow.yield %a : tensor<2xf64>
    } case {
      flow.print "case 1: {}" (%a) : tensor<2xf64>
      %product = prim.mul %a, %said : tensor<2xf64>
      flow.yield %product : tensor<2xf64>
    }
    flow.yield %b : tensor<2xf64>
  }
  return %y : tensor<2xf64>
}

// Blocks with branches.
func.func @prints_in_blocks(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64> {
  %limit = prim.constant dense<100.0> : tensor<f64>
  cf.br ^head(%x : tensor<f64>)
^head(%a: tensor<f64>):
  flow.print "at {}" (%a) : tensor<f64>
  %more = prim.lt %a, %limit : tensor<f64>
  %flag = tensor.extract %more[] : tensor<i1>
  cf.cond_br %flag, ^body, ^end
^body:
  %b = prim.mul %a, %a : tensor<f64>
  flow.print "on to {}" (%b) : tensor<f64>
  cf.br ^head(%b : tensor<f64>)
^end:
  flow.print "done"
  return %a : tensor<f64>
}

// The forward function prints in the place of the function, where there is a derivative: it says the
// same here.
func.func private @cube(%x: tensor<f64>) -> tensor<f64> {
  %square = prim.mul %x, %x : tensor<f64>
  flow.print "the square of {} is {}" (%x, %square) : tensor<f64>, tensor<f64>
  %y = prim.mul %square, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @cube_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %square = prim.mul %x, %x : tensor<f64>
  flow.print "the square of {} is {}" (%x, %square) : tensor<f64>, tensor<f64>
  %y = prim.mul %square, %x : tensor<f64>
  return %y, %x, %square : tensor<f64>, tensor<f64>, tensor<f64>
}
func.func private @cube_bwd(%x: tensor<f64>, %square: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %three = prim.constant dense<3.0> : tensor<f64>
  %slope = prim.mul %three, %square : tensor<f64>
  %dx = prim.mul %dy, %slope : tensor<f64>
  return %dx : tensor<f64>
}
func.func @custom_rule_prints(%x: tensor<f64> {check.value = dense<0.5> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.001953125, 0.03515625, 0.5625], check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %y = flow.for %zero to %two step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = flow.custom_call @cube(%a) forward @cube_fwd reverse @cube_bwd : (tensor<f64>) -> tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
}

// A function that calls itself, in a checkpoint: the second time its calls print nothing.
func.func private @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    flow.print "{} more" (%n) : tensor<i64>
    %m = prim.sub %n, %one : tensor<i64>
    %rest = func.call @power(%x, %m) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %product = prim.mul %x, %rest : tensor<f64>
    flow.yield %product : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @checkpoint_prints(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
                             %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [16.0, 32.0, 48.0], check.order = 3} {
  %y = func.call @power(%x, %n) {flow.checkpoint} : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %y : tensor<f64>
}
