func.func @bessel_i(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.i0(x)"} {
  %y = prim.bessel_i %x order 0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @bessel_i_of_order_three(%x: tensor<4xf64> {check.range = [-3.0, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.iv(3, x)"} {
  %y = prim.bessel_i %x order 3 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @bessel_i_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.bessel_i %x order 1 : tensor<5xf64>
  check.close %y, dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @bessel_ie(%x: tensor<2x3xf64> {check.range = [0.5, 9.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.i1e(x)", check.kinks = "at 0"} {
  %y = prim.bessel_ie %x order 1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @bessel_ie_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, 1.0, 1000.0, 1.0e300, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %y = prim.bessel_ie %x order 0 : tensor<6xf64>
  check.close %y, dense<[1.0, 0.46575960759364043, 0.012617240455891257, 3.989422804014327e-151, 0.0, 0x7FF8000000000000]> : tensor<6xf64> {rtol = 1.0e-14, atol = 0.0}
  return %y : tensor<6xf64>
}
