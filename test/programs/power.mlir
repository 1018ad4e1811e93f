// x^n by a loop whose trip count is data. d^k/dx^k of x^5 at 3: 243, 405, 540, 540, 360.
func.func @power(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                 %n: tensor<i64> {check.value = dense<5> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [243.0, 405.0, 540.0, 540.0, 360.0], check.order = 4} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y0 = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%y0, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%y: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %y, %i : tensor<f64>, tensor<i64>
  } body(%y: tensor<f64>, %i: tensor<i64>) {
    %y1 = prim.mul %y, %x : tensor<f64>
    %i1 = prim.add %i, %one : tensor<i64>
    flow.yield %y1, %i1 : tensor<f64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}

// The same by a counted loop: the trip count needs no stack.
func.func @power_by_for(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                        %n: tensor<i64> {check.value = dense<5> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [243.0, 405.0, 540.0, 540.0, 360.0], check.order = 4} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y0 = prim.constant dense<1.0> : tensor<f64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%y0) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %y: tensor<f64>) {
    %y1 = prim.mul %y, %x : tensor<f64>
    flow.yield %y1 : tensor<f64>
  }
  return %r : tensor<f64>
}

// No trip at all: the result is a constant, the gradient zero.
func.func @power_of_zero_trips(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                               %n: tensor<i64> {check.value = dense<0> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [1.0, 0.0, 0.0]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y0 = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%y0, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%y: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %y, %i : tensor<f64>, tensor<i64>
  } body(%y: tensor<f64>, %i: tensor<i64>) {
    %y1 = prim.mul %y, %x : tensor<f64>
    %i1 = prim.add %i, %one : tensor<i64>
    flow.yield %y1, %i1 : tensor<f64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}
