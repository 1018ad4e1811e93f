// What `cotan translate` refuses: test/tool/translate.test.
func.func private @outside(tensor<f64>) -> tensor<f64>
func.func @calls(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @outside(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @regions(%x: tensor<f64>) -> tensor<f64> {
  %y = tensor.generate {
    %e = tensor.extract %x[] : tensor<f64>
    tensor.yield %e : f64
  } : tensor<f64>
  return %y : tensor<f64>
}
func.func @foreign(%x: f64) -> f64 {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func @endless(%x: tensor<f64>) -> tensor<f64> {
  cf.br ^again
^again:
  cf.br ^again
}
