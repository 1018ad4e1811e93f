// x^n by a loop that runs as often as the data says. The program of the README's first example.
func.func @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
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
