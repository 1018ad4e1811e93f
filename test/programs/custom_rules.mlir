// Functions with a derivative rule of their own. The rules here are right, so differences agree;
// rules that are wrong on purpose, to see when they are used: test/tool/custom_rules.mlir.

// The square root by Newton's iteration. Its derivative does not go through the loop: by the implicit
// function theorem it is 1 / (2 y). The residual is computed by the function itself, so the rule of
// the second derivative is used again.
func.func private @root(%x: tensor<f64>) -> tensor<f64> {
  %half = prim.constant dense<0.5> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %above = prim.maximum %x, %one : tensor<f64>
  %infinity = prim.constant dense<0x7FF0000000000000> : tensor<f64>
  %y:2 = flow.while (%above, %infinity) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %before: tensor<f64>) {
    %more = prim.lt %a, %before : tensor<f64> // down to the root, as long as rounding lets it
    flow.cond_yield %more : tensor<i1>, %a, %before : tensor<f64>, tensor<f64>
  } body(%a: tensor<f64>, %before: tensor<f64>) {
    %quotient = prim.div %x, %a : tensor<f64>
    %sum = prim.add %a, %quotient : tensor<f64>
    %next = prim.mul %half, %sum : tensor<f64>
    flow.yield %next, %a : tensor<f64>, tensor<f64>
  }
  return %y#0 : tensor<f64>
}
func.func private @root_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
  return %y, %y : tensor<f64>, tensor<f64>
}
func.func private @root_bwd(%y: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %two = prim.constant dense<2.0> : tensor<f64>
  %slope = prim.mul %two, %y : tensor<f64>
  %dx = prim.div %dy, %slope : tensor<f64>
  return %dx : tensor<f64>
}

// d^k/dx^k of sqrt(x) at 2.
func.func @root_of_two(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.4142135623730951, 0.35355339059327379, -0.088388347648318447,
                                     0.066291260736238838], check.order = 3} {
  %y = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// The same in a loop whose trip count is data, and in a branch of it: sqrt(sqrt(x) + w) and so on.
func.func @roots_in_a_loop(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                           %w: tensor<f64> {check.value = dense<1.5> : tensor<f64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %limit = prim.constant dense<5> : tensor<i64>
  %second = prim.constant dense<2> : tensor<i64>
  %r:2 = flow.while (%x, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%a: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %limit : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %i : tensor<f64>, tensor<i64>
  } body(%a: tensor<f64>, %i: tensor<i64>) {
    %sum = prim.add %a, %w : tensor<f64>
    %early = prim.lt %i, %second : tensor<i64>
    %next = flow.if %early : tensor<i1> -> (tensor<f64>) {
      %root = flow.custom_call @root(%sum) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
      flow.yield %root : tensor<f64>
    } else {
      %product = prim.mul %sum, %w : tensor<f64>
      %root = flow.custom_call @root(%product) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
      flow.yield %root : tensor<f64>
    }
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %next, %j : tensor<f64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}

// In a scan, and in a counted loop around it.
func.func @roots_in_a_scan(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                           %w: tensor<4xf64> {check.value = dense<[1.0, 2.0, 0.5, 3.0]> : tensor<4xf64>})
    -> (tensor<f64>, tensor<4xf64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %none = prim.constant dense<0.0> : tensor<4xf64>
  %r:2 = flow.for %zero to %three step %one : tensor<i64> carry(%x, %none) : (tensor<f64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %before: tensor<4xf64>) {
    %last, %all = flow.scan carry(%a) over(%w) : (tensor<f64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
    body(%b: tensor<f64>, %each: tensor<f64>) {
      %sum = prim.add %b, %each : tensor<f64>
      %root = flow.custom_call @root(%sum) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
      flow.yield %root, %root : tensor<f64>, tensor<f64>
    }
    %total = prim.add %before, %all : tensor<4xf64>
    flow.yield %last, %total : tensor<f64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<4xf64>
}

// Integers go in and out, one result is not read, residuals are integers and of open shape; the
// forward function does not call the function, so higher derivatives are those of its own ops.
func.func private @scaled(%x: tensor<?xf64>, %k: tensor<i64>, %w: tensor<f64>)
    -> (tensor<?xf64>, tensor<i64>, tensor<f64>) {
  %c = prim.cast %k : tensor<i64> -> tensor<f64>
  %cw = prim.mul %c, %w : tensor<f64>
  %n = prim.shape %x : tensor<?xf64>
  %factor = prim.broadcast %cw to %n : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  %y = prim.mul %x, %factor : tensor<?xf64>
  return %y, %k, %cw : tensor<?xf64>, tensor<i64>, tensor<f64>
}
func.func private @scaled_fwd(%x: tensor<?xf64>, %k: tensor<i64>, %w: tensor<f64>)
    -> (tensor<?xf64>, tensor<i64>, tensor<f64>, tensor<?xf64>, tensor<i64>, tensor<f64>) {
  %y:3 = call @scaled(%x, %k, %w) : (tensor<?xf64>, tensor<i64>, tensor<f64>) -> (tensor<?xf64>, tensor<i64>, tensor<f64>)
  return %y#0, %y#1, %y#2, %x, %k, %w : tensor<?xf64>, tensor<i64>, tensor<f64>, tensor<?xf64>, tensor<i64>, tensor<f64>
}
func.func private @scaled_bwd(%x: tensor<?xf64>, %k: tensor<i64>, %w: tensor<f64>, %dy: tensor<?xf64>, %dcw: tensor<f64>)
    -> (tensor<?xf64>, tensor<f64>) {
  %c = prim.cast %k : tensor<i64> -> tensor<f64>
  %cw = prim.mul %c, %w : tensor<f64>
  %n = prim.shape %x : tensor<?xf64>
  %factor = prim.broadcast %cw to %n : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  %dx = prim.mul %dy, %factor : tensor<?xf64>
  %products = prim.mul %x, %dy : tensor<?xf64>
  %sum = prim.sum %products axes [0] : tensor<?xf64>
  %both = prim.add %sum, %dcw : tensor<f64>
  %dw = prim.mul %c, %both : tensor<f64>
  return %dx, %dw : tensor<?xf64>, tensor<f64>
}
func.func @integers_and_open_shapes(%x: tensor<?xf64> {check.shape = [3]},
                                    %k: tensor<i64> {check.value = dense<3> : tensor<i64>},
                                    %w: tensor<f64>) -> (tensor<?xf64>, tensor<i64>) {
  %y:3 = flow.custom_call @scaled(%x, %k, %w) forward @scaled_fwd reverse @scaled_bwd
      : (tensor<?xf64>, tensor<i64>, tensor<f64>) -> (tensor<?xf64>, tensor<i64>, tensor<f64>)
  return %y#0, %y#1 : tensor<?xf64>, tensor<i64>
}

// All three functions have blocks, calls, composite operators or scans; the reverse function uses
// another function with a rule.
func.func private @smooth(%x: tensor<3xf64>) -> tensor<3xf64> {
  cf.br ^end(%x : tensor<3xf64>)
^end(%a: tensor<3xf64>):
  %y = composite.silu %a : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func private @smooth_fwd(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y = call @smooth(%x) : (tensor<3xf64>) -> tensor<3xf64>
  cf.br ^end(%y, %x : tensor<3xf64>, tensor<3xf64>)
^end(%a: tensor<3xf64>, %b: tensor<3xf64>):
  return %a, %b : tensor<3xf64>, tensor<3xf64>
}
// silu' = s (1 + x (1 - s)); s by its own function.
func.func private @smooth_bwd(%x: tensor<3xf64>, %dy: tensor<3xf64>) -> tensor<3xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %last, %slopes = flow.scan carry(%zero) over(%x) : (tensor<f64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  body(%count: tensor<f64>, %each: tensor<f64>) {
    %one = prim.constant dense<1.0> : tensor<f64>
    %s = flow.custom_call @logistic(%each) forward @logistic_fwd reverse @logistic_bwd : (tensor<f64>) -> tensor<f64>
    %rest = prim.sub %one, %s : tensor<f64>
    %term = prim.mul %each, %rest : tensor<f64>
    %factor = prim.add %one, %term : tensor<f64>
    %slope = prim.mul %s, %factor : tensor<f64>
    flow.yield %count, %slope : tensor<f64>, tensor<f64>
  }
  %dx = prim.mul %slopes, %dy : tensor<3xf64>
  return %dx : tensor<3xf64>
}
func.func private @logistic(%x: tensor<f64>) -> tensor<f64> {
  %y = composite.sigmoid %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @logistic_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = call @logistic(%x) : (tensor<f64>) -> tensor<f64>
  return %y, %y : tensor<f64>, tensor<f64>
}
func.func private @logistic_bwd(%y: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %rest = prim.sub %one, %y : tensor<f64>
  %slope = prim.mul %y, %rest : tensor<f64>
  %dx = prim.mul %slope, %dy : tensor<f64>
  return %dx : tensor<f64>
}
func.func @rules_of_any_structure(%x: tensor<3xf64>) -> tensor<3xf64> attributes {check.order = 3} {
  %y = flow.custom_call @smooth(%x) forward @smooth_fwd reverse @smooth_bwd : (tensor<3xf64>) -> tensor<3xf64>
  %z = prim.mul %y, %y : tensor<3xf64>
  return %z : tensor<3xf64>
}

// No derivative flows through the call.
func.func @not_on_the_way(%x: tensor<f64>, %n: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64> {
  %root = flow.custom_call @root(%n) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %more = prim.lt %root, %two : tensor<f64>
  %y = flow.if %more : tensor<i1> -> (tensor<f64>) {
    %z = prim.mul %x, %x : tensor<f64>
    flow.yield %z : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// One rule for lanes that share the one operand and for lanes that share the other.
func.func private @add(%x: tensor<f64>, %w: tensor<f64>) -> tensor<f64> {
  %y = prim.add %x, %w : tensor<f64>
  return %y : tensor<f64>
}
func.func private @add_bwd(%dy: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  return %dy, %dy : tensor<f64>, tensor<f64>
}
func.func @of_operands_shared_in_turn(%x: tensor<f64>, %w: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "np.sin(2 * x + 2 * w)"} {
  %a = flow.custom_call @add(%x, %w) forward @add reverse @add_bwd : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %b = flow.custom_call @add(%w, %x) forward @add reverse @add_bwd : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %c = flow.custom_call @add(%a, %b) forward @add reverse @add_bwd : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %y = prim.sin %c : tensor<f64>
  return %y : tensor<f64>
}

// With a rule for forward mode too: sqrt's, which calls the function again, so that any order finds it.
func.func private @root_jvp(%x: tensor<f64>, %dx: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd jvp @root_jvp : (tensor<f64>) -> tensor<f64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %slope = prim.mul %two, %y : tensor<f64>
  %dy = prim.div %dx, %slope : tensor<f64>
  return %y, %dy : tensor<f64>, tensor<f64>
}

func.func @root_both_ways(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.4142135623730951, 0.35355339059327379, -0.088388347648318447,
                                     0.066291260736238838], check.order = 3} {
  %y = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd jvp @root_jvp : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// Two arguments, an integer among them, two results, a loop in the rule, and a branch around the call.
func.func private @power(%x: tensor<2xf64>, %n: tensor<i64>) -> (tensor<2xf64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<2xf64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<2xf64>) -> (tensor<2xf64>)
  body(%i: tensor<i64>, %a: tensor<2xf64>) {
    %next = prim.mul %a, %x : tensor<2xf64>
    flow.yield %next : tensor<2xf64>
  }
  return %y, %n : tensor<2xf64>, tensor<i64>
}
func.func private @power_fwd(%x: tensor<2xf64>, %n: tensor<i64>)
    -> (tensor<2xf64>, tensor<i64>, tensor<2xf64>, tensor<i64>) {
  %y:2 = flow.custom_call @power(%x, %n) forward @power_fwd reverse @power_bwd jvp @power_jvp : (tensor<2xf64>, tensor<i64>) -> (tensor<2xf64>, tensor<i64>)
  return %y#0, %y#1, %x, %n : tensor<2xf64>, tensor<i64>, tensor<2xf64>, tensor<i64>
}
func.func private @power_bwd(%x: tensor<2xf64>, %n: tensor<i64>, %g: tensor<2xf64>) -> tensor<2xf64> {
  %y:3 = func.call @power_jvp(%x, %n, %g) : (tensor<2xf64>, tensor<i64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<i64>, tensor<2xf64>)
  return %y#2 : tensor<2xf64>
}
func.func private @power_jvp(%x: tensor<2xf64>, %n: tensor<i64>, %dx: tensor<2xf64>)
    -> (tensor<2xf64>, tensor<i64>, tensor<2xf64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<2xf64>
  %flat = prim.constant dense<0.0> : tensor<2xf64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%start, %flat) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  body(%i: tensor<i64>, %a: tensor<2xf64>, %s: tensor<2xf64>) {
    %next = prim.mul %a, %x : tensor<2xf64>
    %here = prim.mul %a, %dx : tensor<2xf64>
    %before = prim.mul %s, %x : tensor<2xf64>
    %slope = prim.add %here, %before : tensor<2xf64>
    flow.yield %next, %slope : tensor<2xf64>, tensor<2xf64>
  }
  return %r#0, %n, %r#1 : tensor<2xf64>, tensor<i64>, tensor<2xf64>
}

func.func @powers_both_ways(%x: tensor<2xf64>, %n: tensor<i64> {check.value = dense<4> : tensor<i64>}) -> tensor<2xf64> {
  %y:2 = flow.custom_call @power(%x, %n) forward @power_fwd reverse @power_bwd jvp @power_jvp : (tensor<2xf64>, tensor<i64>) -> (tensor<2xf64>, tensor<i64>)
  %three = prim.constant dense<3> : tensor<i64>
  %many = prim.lt %three, %y#1 : tensor<i64>
  %z = flow.if %many : tensor<i1> -> (tensor<2xf64>) {
    %again:2 = flow.custom_call @power(%y#0, %three) forward @power_fwd reverse @power_bwd jvp @power_jvp : (tensor<2xf64>, tensor<i64>) -> (tensor<2xf64>, tensor<i64>)
    flow.yield %again#0 : tensor<2xf64>
  } else {
    flow.yield %y#0 : tensor<2xf64>
  }
  return %z : tensor<2xf64>
}
