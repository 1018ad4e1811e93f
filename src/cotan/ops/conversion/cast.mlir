func.func @cast_down_and_up(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = prim.cast %x : tensor<4xf64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @cast_to_integer_saturates() -> tensor<4xi8> {
  %x = prim.constant dense<[1.9, -1.9, 1000.0, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.cast %x : tensor<4xf64> -> tensor<4xi8>
  check.equal %y, dense<[1, -1, 127, 0]> : tensor<4xi8>
  return %y : tensor<4xi8>
}

func.func @cast_to_bfloat_rounds_to_nearest_even() -> tensor<3xf32> {
  %x = prim.constant dense<[1.00390625, 1.01171875, 3.4e38]> : tensor<3xf32>
  %y = prim.cast %x : tensor<3xf32> -> tensor<3xbf16>
  %z = prim.cast %y : tensor<3xbf16> -> tensor<3xf32>
  check.equal %z, dense<[1.0, 1.015625, 0x7F800000]> : tensor<3xf32>
  return %z : tensor<3xf32>
}
