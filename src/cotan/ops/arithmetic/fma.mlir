func.func @fma(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %z: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x * y + z"} {
  %w = prim.fma %x, %y, %z : tensor<2x3xf64>
  return %w : tensor<2x3xf64>
}

func.func @fma_of_open_size(%x: tensor<?xf64> {check.shape = [4]}, %y: tensor<?xf64> {check.shape = [4]},
    %z: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "x * y + z"} {
  %w = prim.fma %x, %y, %z : tensor<?xf64>
  return %w : tensor<?xf64>
}

func.func @fma_of_one_tensor(%x: tensor<4xf64>) -> tensor<4xf64> attributes {check.numpy = "x * x + x"} {
  %w = prim.fma %x, %x, %x : tensor<4xf64>
  return %w : tensor<4xf64>
}

// (1 + 2^-52)^2 - (1 + 2^-51) is 2^-104.
func.func @fma_rounds_once() -> tensor<2xf64> {
  %x = prim.constant dense<[1.0000000000000002, 0x7FEFFFFFFFFFFFFF]> : tensor<2xf64>
  %y = prim.constant dense<[1.0000000000000002, 2.0]> : tensor<2xf64>
  %z = prim.constant dense<[-1.0000000000000004, 0xFFEFFFFFFFFFFFFF]> : tensor<2xf64>
  %w = prim.fma %x, %y, %z : tensor<2xf64>
  check.equal %w, dense<[4.930380657631324e-32, 0x7FEFFFFFFFFFFFFF]> : tensor<2xf64>
  return %w : tensor<2xf64>
}

// 1.5 * (1 + 2^-23) lies between two numbers; a z far below says to which it goes.
func.func @fma_of_f32_rounds_once() -> tensor<3xf32> {
  %x = prim.constant dense<1.5> : tensor<3xf32>
  %y = prim.constant dense<1.00000012> : tensor<3xf32>
  %z = prim.constant dense<[1.0e-30, 0.0, -1.0e-30]> : tensor<3xf32>
  %w = prim.fma %x, %y, %z : tensor<3xf32>
  check.equal %w, dense<[1.50000024, 1.50000024, 1.50000012]> : tensor<3xf32>
  return %w : tensor<3xf32>
}

// 1.5 * (1 + 2^-7) = 1.51171875 lies between 1.5078125 and 1.515625.
func.func @fma_of_bf16_rounds_once() -> tensor<3xbf16> {
  %x = prim.constant dense<1.5> : tensor<3xbf16>
  %y = prim.constant dense<1.0078125> : tensor<3xbf16>
  %z = prim.constant dense<[1.0e-30, 0.0, -1.0e-30]> : tensor<3xbf16>
  %w = prim.fma %x, %y, %z : tensor<3xbf16>
  check.equal %w, dense<[1.515625, 1.515625, 1.5078125]> : tensor<3xbf16>
  return %w : tensor<3xbf16>
}

func.func @fma_of_f16_rounds_once() -> tensor<3xf16> {
  %x = prim.constant dense<1.5> : tensor<3xf16>
  %y = prim.constant dense<1.000977> : tensor<3xf16>
  %z = prim.constant dense<[6.0e-8, 0.0, -6.0e-8]> : tensor<3xf16>
  %w = prim.fma %x, %y, %z : tensor<3xf16>
  check.equal %w, dense<[1.501953, 1.501953, 1.500977]> : tensor<3xf16>
  return %w : tensor<3xf16>
}

func.func @fma_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF0000000000000, 0.0, 0x7FF0000000000000, -0.0, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.constant dense<[2.0, 0x7FF0000000000000, 1.0, 1.0, 1.0]> : tensor<5xf64>
  %z = prim.constant dense<[1.0, 1.0, 0xFFF0000000000000, -0.0, 1.0]> : tensor<5xf64>
  %w = prim.fma %x, %y, %z : tensor<5xf64>
  check.equal %w, dense<[0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.0, 0x7FF8000000000000]> : tensor<5xf64>
  return %w : tensor<5xf64>
}

func.func @fma_of_integers_wraps_around() -> tensor<3xi8> {
  %x = prim.constant dense<[100, -128, 3]> : tensor<3xi8>
  %y = prim.constant dense<[2, -1, 4]> : tensor<3xi8>
  %z = prim.constant dense<[1, 0, -5]> : tensor<3xi8>
  %w = prim.fma %x, %y, %z : tensor<3xi8>
  check.equal %w, dense<[-55, -128, 7]> : tensor<3xi8>
  return %w : tensor<3xi8>
}
