func.func @erfcx(%x: tensor<2x3xf64> {check.range = [-2.0, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.erfcx(x)"} {
  %y = prim.erfcx %x order 0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @erfcx_of_order_one(%x: tensor<4xf64> {check.range = [-2.0, 4.0]}) -> tensor<4xf64>
    attributes {check.numpy = "1 / np.sqrt(np.pi) - x * sp.erfcx(x)"} {
  %y = prim.erfcx %x order 1 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @erfcx_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, 1.0e10, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -1.0]> : tensor<6xf64>
  %y = prim.erfcx %x order 0 : tensor<6xf64>
  check.close %y, dense<[1.0, 5.641895835477563e-11, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 5.00898008076228345]> : tensor<6xf64> {rtol = 1.0e-14, atol = 0.0}
  return %y : tensor<6xf64>
}

func.func @ndtri(%p: tensor<2x3xf64> {check.range = [0.05, 0.95]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.ndtri(p)"} {
  %y = prim.ndtri %p : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @ndtri_of_special_values() -> tensor<6xf64> {
  %p = prim.constant dense<[0.0, 1.0, 0.5, -0.5, 0x7FF8000000000000, 1.0e-300]> : tensor<6xf64>
  %y = prim.ndtri %p : tensor<6xf64>
  check.close %y, dense<[0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, -37.0470962993612]> : tensor<6xf64> {rtol = 1.0e-13, atol = 0.0}
  return %y : tensor<6xf64>
}
