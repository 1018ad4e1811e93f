// while x < y: x = x * x + 1, from 1.1 with y = 8. The derivatives are exact polynomials of x.
func.func @square_plus_one(%x: tensor<f64> {check.value = dense<1.1> : tensor<f64>},
                           %y: tensor<f64> {check.value = dense<8.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [35.62263281, 114.4339768, 407.059416, 1391.21136, 4394.088],
                check.order = 4} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %y : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %next = prim.add %square, %one : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// y enters the condition only: its gradient is zero.
func.func @condition_operand(%y: tensor<f64> {check.value = dense<8.0> : tensor<f64>},
                             %x: tensor<f64> {check.value = dense<1.1> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [35.62263281, 0.0, 0.0]} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %y : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %next = prim.add %square, %one : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// while r < 100: r = r * r, from 4.
func.func @squares(%x: tensor<f64> {check.value = dense<4.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [256.0, 256.0, 192.0]} {
  %limit = prim.constant dense<100.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %next = prim.mul %a, %a : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// i = 1; while i < 11: x = i * i; i = i + 1. The last x is 100; d/di is 20, the first x is lost.
func.func @overwritten(%i: tensor<f64> {check.value = dense<1.0> : tensor<f64>},
                       %x: tensor<f64> {check.value = dense<7.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [100.0, 20.0, 2.0, 0.0], check.smooth_only} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %end = prim.constant dense<11.0> : tensor<f64>
  %r:2 = flow.while (%i, %x) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %b: tensor<f64>) {
    %more = prim.lt %a, %end : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a, %b : tensor<f64>, tensor<f64>
  } body(%a: tensor<f64>, %b: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %next = prim.add %a, %one : tensor<f64>
    flow.yield %next, %square : tensor<f64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}

func.func @overwritten_start(%x: tensor<f64> {check.value = dense<7.0> : tensor<f64>},
                             %i: tensor<f64> {check.value = dense<1.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [100.0, 0.0], check.smooth_only} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %end = prim.constant dense<11.0> : tensor<f64>
  %r:2 = flow.while (%i, %x) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %b: tensor<f64>) {
    %more = prim.lt %a, %end : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a, %b : tensor<f64>, tensor<f64>
  } body(%a: tensor<f64>, %b: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %next = prim.add %a, %one : tensor<f64>
    flow.yield %next, %square : tensor<f64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}

// Newton's iteration for the square root of x until it converges: 1.41421356, 0.35355339,
// -0.08838835 at 2.
func.func @newton(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.4142135623730951, 0.35355339059327379, -0.088388347648318447]} {
  %half = prim.constant dense<0.5> : tensor<f64>
  %tolerance = prim.constant dense<1.0e-14> : tensor<f64>
  %start = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%start, %x) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%s: tensor<f64>, %previous: tensor<f64>) {
    %change = prim.sub %s, %previous : tensor<f64>
    %size = prim.abs %change : tensor<f64>
    %more = prim.gt %size, %tolerance : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %s, %previous : tensor<f64>, tensor<f64>
  } body(%s: tensor<f64>, %previous: tensor<f64>) {
    %quotient = prim.div %x, %s : tensor<f64>
    %sum = prim.add %s, %quotient : tensor<f64>
    %next = prim.mul %sum, %half : tensor<f64>
    flow.yield %next, %s : tensor<f64>, tensor<f64>
  }
  return %r#0 : tensor<f64>
}

// Work in cond, too: its frame is one more than body's.
func.func @work_in_cond(%x: tensor<f64> {check.value = dense<1.3> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %limit = prim.constant dense<20.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %more = prim.lt %square, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %square : tensor<f64>
  } body(%a: tensor<f64>) {
    %s = prim.sin %a : tensor<f64>
    %next = prim.add %a, %s : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// A do-while loop: everything happens in cond.
func.func @do_while(%x: tensor<f64> {check.value = dense<1.2> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %limit = prim.constant dense<50.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %e = prim.exp %a : tensor<f64>
    %more = prim.lt %e, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %e : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return %r : tensor<f64>
}

// Leaves the loop early, by a flag that the body sets.
func.func @early_exit(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %ten = prim.constant dense<10> : tensor<i64>
  %limit = prim.constant dense<6.0> : tensor<f64>
  %true = prim.constant dense<true> : tensor<i1>
  %r:3 = flow.while (%x, %zero, %true)
      : (tensor<f64>, tensor<i64>, tensor<i1>) -> (tensor<f64>, tensor<i64>, tensor<i1>)
  cond(%a: tensor<f64>, %i: tensor<i64>, %on: tensor<i1>) {
    %within = prim.lt %i, %ten : tensor<i64>
    %more = prim.and %within, %on : tensor<i1>
    flow.cond_yield %more : tensor<i1>, %a, %i, %on : tensor<f64>, tensor<i64>, tensor<i1>
  } body(%a: tensor<f64>, %i: tensor<i64>, %on: tensor<i1>) {
    %next = prim.mul %a, %x : tensor<f64>
    %i1 = prim.add %i, %one : tensor<i64>
    %small = prim.lt %next, %limit : tensor<f64>
    flow.yield %next, %i1, %small : tensor<f64>, tensor<i64>, tensor<i1>
  }
  return %r#0 : tensor<f64>
}
