func.func @nextafter(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.nextafter(x, y)"} {
  %z = prim.nextafter %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @nextafter_of_open_size(%x: tensor<?xf32> {check.shape = [5]}, %y: tensor<?xf32> {check.shape = [5]}) -> tensor<?xf32>
    attributes {check.numpy = "np.nextafter(x, y)"} {
  %z = prim.nextafter %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}

func.func @nextafter_of_special_values() -> tensor<10xf64> {
  %x = prim.constant dense<[0.0, -0.0, 0.0, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 1.0, 0x0000000000000001, 0x7FF8000000000000, 0xFFF0000000000000, 0x8000000000000001]> : tensor<10xf64>
  %y = prim.constant dense<[1.0, 1.0, -0.0, 0x7FF0000000000000, 0.0, 1.0, -1.0, 1.0, 0xFFF0000000000000, 0.0]> : tensor<10xf64>
  %z = prim.nextafter %x, %y : tensor<10xf64>
  check.equal %z, dense<[0x0000000000000001, 0x0000000000000001, -0.0, 0x7FF0000000000000, 0x7FEFFFFFFFFFFFFF, 1.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, -0.0]> : tensor<10xf64>
  return %z : tensor<10xf64>
}

func.func @nextafter_of_f16() -> tensor<6xf16> {
  %x = prim.constant dense<[1.0, 1.0, 0.0, 65504.0, -1.0, 0x0400]> : tensor<6xf16>
  %y = prim.constant dense<[2.0, 0.0, -1.0, 0x7C00, -2.0, 0.0]> : tensor<6xf16>
  %z = prim.nextafter %x, %y : tensor<6xf16>
  check.equal %z, dense<[1.000977, 0.9995117, 0x8001, 0x7C00, -1.000977, 0x03FF]> : tensor<6xf16>
  return %z : tensor<6xf16>
}

func.func @nextafter_of_bf16() -> tensor<5xbf16> {
  %x = prim.constant dense<[1.0, 1.0, 0.0, 0x7F7F, -1.0]> : tensor<5xbf16>
  %y = prim.constant dense<[2.0, 0.0, -1.0, 0x7F80, -2.0]> : tensor<5xbf16>
  %z = prim.nextafter %x, %y : tensor<5xbf16>
  check.equal %z, dense<[1.0078125, 0.99609375, 0x8001, 0x7F80, -1.0078125]> : tensor<5xbf16>
  return %z : tensor<5xbf16>
}
