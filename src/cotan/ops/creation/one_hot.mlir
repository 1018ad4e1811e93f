func.func @one_hot() -> tensor<4x3xf32> {
  %i = prim.constant dense<[2, 0, 3, -1]> : tensor<4xi64>
  %y = composite.one_hot %i : tensor<4xi64> -> tensor<4x3xf32>
  check.equal %y, dense<[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func @one_hot_of_scalar() -> tensor<3xi1> {
  %i = prim.constant dense<1> : tensor<ui8>
  %y = composite.one_hot %i : tensor<ui8> -> tensor<3xi1>
  check.equal %y, dense<[false, true, false]> : tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @one_hot_of_open_sizes(%i: tensor<?xi32> {check.value = dense<[1, 0]> : tensor<2xi32>}) -> tensor<?x2xi64>
    attributes {check.numpy = "np.eye(2, dtype=int)[i]"} {
  %y = composite.one_hot %i : tensor<?xi32> -> tensor<?x2xi64>
  return %y : tensor<?x2xi64>
}

func.func @one_hot_of_nothing() -> tensor<0x3xf64> {
  %i = prim.constant dense<> : tensor<0xi64>
  %y = composite.one_hot %i : tensor<0xi64> -> tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}
