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

func.func @exp2(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64> attributes {check.numpy = "np.exp2(x)"} {
  %y = prim.exp2 %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @exp2_is_exact_for_whole_numbers() -> tensor<5xf64> {
  %x = prim.constant dense<[10.0, -3.0, 0xFFF0000000000000, 1024.0, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.exp2 %x : tensor<5xf64>
  check.equal %y, dense<[1024.0, 0.125, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @log2(%x: tensor<f64> {check.range = [0.1, 3.0]}) -> tensor<f64>
    attributes {check.numpy = "np.log2(x)"} {
  %y = prim.log2 %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @log2_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[8.0, 0.25, 0.0, -1.0, 4.9e-324]> : tensor<5xf64>
  %y = prim.log2 %x : tensor<5xf64>
  check.equal %y, dense<[3.0, -2.0, 0xFFF0000000000000, 0x7FF8000000000000, -1074.0]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @log10(%x: tensor<2x2xf64> {check.range = [0.1, 3.0]}) -> tensor<2x2xf64>
    attributes {check.numpy = "np.log10(x)"} {
  %y = prim.log10 %x : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @log10_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[1000.0, 0.0, -0.0, -1.0, 0x7FF0000000000000]> : tensor<5xf64>
  %y = prim.log10 %x : tensor<5xf64>
  check.equal %y, dense<[3.0, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}
