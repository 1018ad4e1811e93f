func.func @is_nan() -> tensor<5xi1> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, 0xFFF8000000000001]> : tensor<5xf64>
  %y = prim.is_nan %x : tensor<5xf64>
  check.equal %y, dense<[true, false, false, false, true]> : tensor<5xi1>
  return %y : tensor<5xi1>
}

func.func @is_inf() -> tensor<4xi1> {
  %x = prim.constant dense<[0x7E00, 0x7C00, 0xFC00, 1.0]> : tensor<4xf16>
  %y = prim.is_inf %x : tensor<4xf16>
  check.equal %y, dense<[false, true, true, false]> : tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @is_finite() -> tensor<4xi1> {
  %x = prim.constant dense<[0x7FC0, 0x7F80, 0xFF80, 1.0]> : tensor<4xbf16>
  %y = prim.is_finite %x : tensor<4xbf16>
  check.equal %y, dense<[false, false, false, true]> : tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @is_finite_of_dynamic(%x: tensor<?x0xf64> {check.shape = [2, 0]}) -> tensor<?x0xi1>
    attributes {check.numpy = "np.isfinite(x)"} {
  %y = prim.is_finite %x : tensor<?x0xf64>
  return %y : tensor<?x0xi1>
}
