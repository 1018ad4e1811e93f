func.func @maximum(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.maximum(x, y)", check.kinks = "at ties"} {
  %z = prim.maximum %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @maximum_with_itself(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "x"} {
  %z = prim.maximum %x, %x : tensor<?xf64>
  return %z : tensor<?xf64>
}

func.func @maximum_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 1.0, -0.0, 0.0, 0xFFF0000000000000]> : tensor<5xf64>
  %y = prim.constant dense<[1.0, 0x7FF8000000000000, 0.0, -0.0, -1.0]> : tensor<5xf64>
  %z = prim.maximum %x, %y : tensor<5xf64>
  check.equal %z, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0.0, -1.0]> : tensor<5xf64>
  return %z : tensor<5xf64>
}

func.func @maximum_of_unsigned() -> tensor<2xui8> {
  %x = prim.constant dense<[255, 1]> : tensor<2xui8>
  %y = prim.constant dense<[1, 2]> : tensor<2xui8>
  %z = prim.maximum %x, %y : tensor<2xui8>
  check.equal %z, dense<[255, 2]> : tensor<2xui8>
  return %z : tensor<2xui8>
}

func.func @minimum(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "np.minimum(x, y)", check.kinks = "at ties"} {
  %z = prim.minimum %x, %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @minimum_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 1.0, -0.0, 0.0, 0x7FF0000000000000]> : tensor<5xf64>
  %y = prim.constant dense<[1.0, 0x7FF8000000000000, 0.0, -0.0, -1.0]> : tensor<5xf64>
  %z = prim.minimum %x, %y : tensor<5xf64>
  check.equal %z, dense<[0x7FF8000000000000, 0x7FF8000000000000, -0.0, -0.0, -1.0]> : tensor<5xf64>
  return %z : tensor<5xf64>
}

func.func @minimum_of_integers() -> tensor<2xi64> {
  %x = prim.constant dense<[-9223372036854775808, 3]> : tensor<2xi64>
  %y = prim.constant dense<[9223372036854775807, 2]> : tensor<2xi64>
  %z = prim.minimum %x, %y : tensor<2xi64>
  check.equal %z, dense<[-9223372036854775808, 2]> : tensor<2xi64>
  return %z : tensor<2xi64>
}

func.func @maximum_of_complex_numbers(%x: tensor<5x2xf64>, %y: tensor<5x2xf64>) -> tensor<5x2xf64> attributes {check.numpy =
    "np.maximum(x[..., 0] + 1j * x[..., 1], y[..., 0] + 1j * y[..., 1])[..., None].view(float)", check.kinks = "at ties"} {
  %z = prim.as_complex %x : tensor<5x2xf64>
  %w = prim.as_complex %y : tensor<5x2xf64>
  %v = prim.maximum %z, %w : tensor<5xcomplex<f64>>
  %u = prim.as_real %v : tensor<5xcomplex<f64>>
  return %u : tensor<5x2xf64>
}

func.func @minimum_of_complex_numbers() -> tensor<4xcomplex<f64>> {
  %x = prim.constant dense<[(1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 2.0), (3.0, 2.0)]> : tensor<4xcomplex<f64>>
  %y = prim.constant dense<[(1.0, 3.0), (0.0, 3.0), (0.0, 0x7FF8000000000000), (4.0, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  %z = prim.minimum %x, %y : tensor<4xcomplex<f64>>
  check.equal %z, dense<[(1.0, 2.0), (0.0, 3.0), (0x7FF8000000000000, 2.0), (4.0, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  return %z : tensor<4xcomplex<f64>>
}
