func.func @exp(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.exp(x)"} {
  %y = prim.exp %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @expm1(%x: tensor<4xf64> {check.range = [-0.01, 0.01]}) -> tensor<4xf64>
    attributes {check.numpy = "np.expm1(x)"} {
  %y = prim.expm1 %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @log(%x: tensor<4xf64> {check.range = [0.1, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.log(x)"} {
  %y = prim.log %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @log_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.log %x : tensor<4xf64>
  check.close %y, dense<[0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @log1p(%x: tensor<4xf64> {check.range = [-0.5, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.log1p(x)"} {
  %y = prim.log1p %x : tensor<4xf64>
  return %y : tensor<4xf64>
}
