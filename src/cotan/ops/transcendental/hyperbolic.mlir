func.func @sinh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.sinh(x)"} {
  %y = prim.sinh %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sinh_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -711.0]> : tensor<5xf64>
  %y = prim.sinh %x : tensor<5xf64>
  check.equal %y, dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @cosh(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "np.cosh(x)"} {
  %y = prim.cosh %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @cosh_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.cosh %x : tensor<4xf64>
  check.equal %y, dense<[1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @tanh(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.tanh(x)"} {
  %y = prim.tanh %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @tanh_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 40.0]> : tensor<5xf64>
  %y = prim.tanh %x : tensor<5xf64>
  check.equal %y, dense<[-0.0, 1.0, -1.0, 0x7FF8000000000000, 1.0]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @asinh(%x: tensor<4xf64> {check.range = [-3.0, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arcsinh(x)"} {
  %y = prim.asinh %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @asinh_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e-300, 1.0e300]> : tensor<5xf64>
  %y = prim.asinh %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e-300, 691.4686750787736]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @acosh(%x: tensor<4xf64> {check.range = [1.2, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arccosh(x)"} {
  %y = prim.acosh %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @acosh_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[1.0, 0.5, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.acosh %x : tensor<4xf64>
  check.close %y, dense<[0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @atanh(%x: tensor<4xf64> {check.range = [-0.8, 0.8]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arctanh(x)"} {
  %y = prim.atanh %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @atanh_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.atanh %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}
