func.func @floor(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.floor(x)"} {
  %y = prim.floor %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @floor_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.5, -0.0, 0xFFF0000000000000, 0x7FF8000000000000, 4503599627370497.0]> : tensor<5xf64>
  %y = prim.floor %x : tensor<5xf64>
  check.equal %y, dense<[-1.0, -0.0, 0xFFF0000000000000, 0x7FF8000000000000, 4503599627370497.0]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @ceil(%x: tensor<f64> {check.range = [-3.0, 3.0]}) -> tensor<f64>
    attributes {check.numpy = "np.ceil(x)"} {
  %y = prim.ceil %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @ceil_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.5, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.ceil %x : tensor<4xf64>
  check.equal %y, dense<[-0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @round(%x: tensor<?xf64> {check.range = [-3.0, 3.0], check.shape = [6]}) -> tensor<?xf64>
    attributes {check.numpy = "np.round(x)"} {
  %y = prim.round %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @round_takes_halves_to_even() -> tensor<6xf64> {
  %x = prim.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994]> : tensor<6xf64>
  %y = prim.round %x : tensor<6xf64>
  check.equal %y, dense<[0.0, 2.0, 2.0, -0.0, -2.0, 0.0]> : tensor<6xf64>
  return %y : tensor<6xf64>
}

func.func @trunc(%x: tensor<0xf64>) -> tensor<0xf64> attributes {check.numpy = "np.trunc(x)"} {
  %y = prim.trunc %x : tensor<0xf64>
  return %y : tensor<0xf64>
}

func.func @trunc_goes_towards_zero() -> tensor<5xf32> {
  %x = prim.constant dense<[-1.75, 1.75, -0.5, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  %y = prim.trunc %x : tensor<5xf32>
  check.equal %y, dense<[-1.0, 1.0, -0.0, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  return %y : tensor<5xf32>
}

func.func @frac(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.modf(x)[0]"} {
  %y = composite.frac %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @frac_of_special_values() -> tensor<7xf64> {
  %x = prim.constant dense<[-1.75, 2.0, -0.0, 1.0e300, 0x0000000000000001, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %y = composite.frac %x : tensor<7xf64>
  check.equal %y, dense<[-0.75, 0.0, 0.0, 0.0, 0x0000000000000001, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  return %y : tensor<7xf64>
}
