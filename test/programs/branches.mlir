// Results of different shape and type, position by position.
func.func @cond_example(%x: tensor<f32> {check.value = dense<0.1> : tensor<f32>},
                        %y: tensor<f32> {check.value = dense<0.23> : tensor<f32>})
    -> (tensor<1x2xi32>, tensor<2x3xi1>) attributes {check.no_gradient} {
  %less = prim.lt %x, %y : tensor<f32>
  %r:2 = flow.if %less : tensor<i1> -> (tensor<1x2xi32>, tensor<2x3xi1>) {
    %a = prim.constant dense<1> : tensor<1x2xi32>
    %b = prim.constant dense<true> : tensor<2x3xi1>
    flow.yield %a, %b : tensor<1x2xi32>, tensor<2x3xi1>
  } else {
    %a = prim.constant dense<3> : tensor<1x2xi32>
    %b = prim.constant dense<false> : tensor<2x3xi1>
    flow.yield %a, %b : tensor<1x2xi32>, tensor<2x3xi1>
  }
  check.equal %r#0, dense<1> : tensor<1x2xi32>
  check.equal %r#1, dense<true> : tensor<2x3xi1>
  return %r#0, %r#1 : tensor<1x2xi32>, tensor<2x3xi1>
}

// One branch saves three values, the other one.
func.func @branches_save_differently(%x: tensor<f64> {check.value = dense<0.4> : tensor<f64>},
                                     %y: tensor<2xf64>) -> tensor<2xf64>
    attributes {check.order = 3} {
  %half = prim.constant dense<0.5> : tensor<f64>
  %low = prim.lt %x, %half : tensor<f64>
  %r = flow.if %low : tensor<i1> -> tensor<2xf64> {
    %a = prim.exp %x : tensor<f64>
    %b = prim.broadcast %a : tensor<f64> -> tensor<2xf64>
    %c = prim.sin %y : tensor<2xf64>
    %d = prim.mul %b, %c : tensor<2xf64>
    %e = prim.mul %d, %c : tensor<2xf64>
    flow.yield %e : tensor<2xf64>
  } else {
    %a = prim.exp %y : tensor<2xf64>
    flow.yield %a : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}

func.func @branches_save_differently_else(%x: tensor<f64> {check.value = dense<0.6> : tensor<f64>},
                                          %y: tensor<2xf64>) -> tensor<2xf64>
    attributes {check.order = 3} {
  %half = prim.constant dense<0.5> : tensor<f64>
  %low = prim.lt %x, %half : tensor<f64>
  %r = flow.if %low : tensor<i1> -> tensor<2xf64> {
    %a = prim.exp %x : tensor<f64>
    %b = prim.broadcast %a : tensor<f64> -> tensor<2xf64>
    %c = prim.sin %y : tensor<2xf64>
    %d = prim.mul %b, %c : tensor<2xf64>
    %e = prim.mul %d, %c : tensor<2xf64>
    flow.yield %e : tensor<2xf64>
  } else {
    %a = prim.exp %y : tensor<2xf64>
    flow.yield %a : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}

func.func @switch(%x: tensor<f64> {check.value = dense<0.9> : tensor<f64>},
                  %i: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %r = flow.switch %i : tensor<i64> -> tensor<f64>
  case {
    flow.yield %x : tensor<f64>
  }
  case {
    %a = prim.exp %x : tensor<f64>
    flow.yield %a : tensor<f64>
  }
  case {
    %a = prim.sin %x : tensor<f64>
    %b = prim.mul %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// An index outside takes the nearest case.
func.func @switch_clamps(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
                         %i: tensor<i64> {check.value = dense<9> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [4.0, 4.0, 2.0]} {
  %r = flow.switch %i : tensor<i64> -> tensor<f64>
  case {
    flow.yield %x : tensor<f64>
  }
  case {
    %b = prim.mul %x, %x : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// A branch without results and without else does nothing.
func.func @branch_without_results(%x: tensor<f64>, %c: tensor<i1> {check.value = dense<true> : tensor<i1>})
    -> tensor<f64> {
  flow.if %c : tensor<i1> {
  }
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}

// x < 0 ? x^2 : x^3, second order: 2, 6, 12 at -1, 1, 2.
func.func @piecewise_at_minus_one(%x: tensor<f64> {check.value = dense<-1.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.0, -2.0, 2.0]} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %negative = prim.lt %x, %zero : tensor<f64>
  %r = flow.if %negative : tensor<i1> -> tensor<f64> {
    %a = prim.mul %x, %x : tensor<f64>
    flow.yield %a : tensor<f64>
  } else {
    %a = prim.mul %x, %x : tensor<f64>
    %b = prim.mul %a, %x : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

func.func @piecewise_at_two(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [8.0, 12.0, 12.0, 6.0]} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %negative = prim.lt %x, %zero : tensor<f64>
  %r = flow.if %negative : tensor<i1> -> tensor<f64> {
    %a = prim.mul %x, %x : tensor<f64>
    flow.yield %a : tensor<f64>
  } else {
    %a = prim.mul %x, %x : tensor<f64>
    %b = prim.mul %a, %x : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}
