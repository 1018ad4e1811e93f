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

// Between 16 and 32 are the even integers: 17 and 19 lie in the middle of two.
func.func @cast_to_float8_rounds_to_nearest_even() -> tensor<7xf32> {
  %x = prim.constant dense<[17.0, 19.0, 17.1, -464.0, 465.0, 0.00146484375, 0x7F800000]> : tensor<7xf32>
  %y = prim.cast %x : tensor<7xf32> -> tensor<7xf8E4M3FN>
  %z = prim.cast %y : tensor<7xf8E4M3FN> -> tensor<7xf32>
  check.equal %z, dense<[16.0, 20.0, 18.0, -448.0, 0x7FC00000, 0.001953125, 0x7FC00000]> : tensor<7xf32>
  return %z : tensor<7xf32>
}

func.func @cast_to_float8_with_infinities() -> tensor<4xf64> {
  %x = prim.constant dense<[18.0, 61439.0, -61440.0, 1.0e-5]> : tensor<4xf64>
  %y = prim.cast %x : tensor<4xf64> -> tensor<4xf8E5M2>
  %z = prim.cast %y : tensor<4xf8E5M2> -> tensor<4xf64>
  check.equal %z, dense<[16.0, 57344.0, 0xFFF0000000000000, 1.52587890625e-5]> : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @cast_to_four_bits() -> (tensor<4xi8>, tensor<4xui8>, tensor<4xi8>) {
  %x = prim.constant dense<[7, 8, -9, 100]> : tensor<4xi32>
  %signed = prim.cast %x : tensor<4xi32> -> tensor<4xi4>
  %a = prim.cast %signed : tensor<4xi4> -> tensor<4xi8>
  check.equal %a, dense<[7, -8, 7, 4]> : tensor<4xi8>
  %unsigned = prim.cast %x : tensor<4xi32> -> tensor<4xui4>
  %b = prim.cast %unsigned : tensor<4xui4> -> tensor<4xui8>
  check.equal %b, dense<[7, 8, 7, 4]> : tensor<4xui8>
  %f = prim.constant dense<[1.9, -1.9, 1000.0, 0x7FC00000]> : tensor<4xf32>
  %saturated = prim.cast %f : tensor<4xf32> -> tensor<4xi4>
  %c = prim.cast %saturated : tensor<4xi4> -> tensor<4xi8>
  check.equal %c, dense<[1, -1, 7, 0]> : tensor<4xi8>
  return %a, %b, %c : tensor<4xi8>, tensor<4xui8>, tensor<4xi8>
}
