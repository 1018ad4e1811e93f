func.func @gelu(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x * sp.ndtr(x)"} {
  %y = composite.gelu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @gelu_of_dynamic(%x: tensor<?x2xf64> {check.range = [-3.0, 3.0], check.shape = [2, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x * sp.ndtr(x)"} {
  %y = composite.gelu %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @gelu_of_nothing(%x: tensor<0xf64>) -> tensor<0xf64> attributes {check.numpy = "x"} {
  %y = composite.gelu %x : tensor<0xf64>
  return %y : tensor<0xf64>
}

func.func @gelu_by_tanh(%x: tensor<4xf64> {check.range = [-3.0, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))"} {
  %y = composite.gelu %x {approximate = "tanh"} : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @gelu_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -30.0, 0.0]> : tensor<4xf64>
  %y = composite.gelu %x : tensor<4xf64>
  check.close %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, -1.4720209131062540e-196, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @quick_gelu(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x * sp.expit(1.702 * x)"} {
  %y = composite.quick_gelu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
