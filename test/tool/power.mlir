// The program the tests of the command line run: x to the power n, for whole n.
func.func @power(%x: tensor<f64> {cotan.name = "x"}, %n: tensor<i64> {cotan.name = "n"})
    -> (tensor<f64> {cotan.name = "y"}) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<f64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.mul %a, %x : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
}

func.func private @identity(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
