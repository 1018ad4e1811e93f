func.func @softshrink(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.sign(x) * np.maximum(np.abs(x) - 0.5, 0)", check.kinks = "at lambd and -lambd"} {
  %y = composite.softshrink %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @softshrink_of_dynamic(%x: tensor<?xf64> {check.shape = [5]}) -> tensor<?xf64>
    attributes {check.numpy = "np.sign(x) * np.maximum(np.abs(x) - 0.25, 0)", check.kinks = "at lambd and -lambd"} {
  %y = composite.softshrink %x lambd 0.25 : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @softshrink_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.5]> : tensor<4xf64>
  %y = composite.softshrink %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @hardshrink(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.where(np.abs(x) <= 0.5, 0, x)", check.kinks = "at lambd and -lambd"} {
  %y = composite.hardshrink %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @hardshrink_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.5]> : tensor<4xf64>
  %y = composite.hardshrink %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @tanhshrink(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x - np.tanh(x)"} {
  %y = composite.tanhshrink %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @tanhshrink_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]> : tensor<4xf64>
  %y = composite.tanhshrink %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}
