func.func @xlogy(%x: tensor<2x3xf64>, %y: tensor<2x3xf64> {check.range = [0.5, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.xlogy(x, y)"} {
  %z = composite.xlogy %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @xlogy_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, 0.0, 0.0, 2.0, 2.0]> : tensor<5xf64>
  %y = prim.constant dense<[0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, 1.0]> : tensor<5xf64>
  %z = composite.xlogy %x, %y : tensor<5xf64>
  check.close %z, dense<[0.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, 0.0]> : tensor<5xf64>
  return %z : tensor<5xf64>
}

func.func @xlog1py(%x: tensor<2x3xf64>, %y: tensor<2x3xf64> {check.range = [-0.5, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.xlog1py(x, y)"} {
  %z = composite.xlog1py %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @xlog1py_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0.0, 0.0, 0.0, 2.0]> : tensor<4xf64>
  %y = prim.constant dense<[-1.0, 0x7FF0000000000000, 0x7FF8000000000000, -1.0]> : tensor<4xf64>
  %z = composite.xlog1py %x, %y : tensor<4xf64>
  check.close %z, dense<[0.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @entr(%x: tensor<2x3xf64> {check.range = [0.1, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.entr(x)"} {
  %y = composite.entr %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @entr_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %y = composite.entr %x : tensor<5xf64>
  check.close %y, dense<[0.0, 0.0, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}
