func.func @reshape(%x: tensor<2x6xf64>) -> tensor<3x4xf64>
    attributes {check.numpy = "x.reshape(3, 4)"} {
  %y = prim.reshape %x : tensor<2x6xf64> -> tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

func.func @reshape_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [4, 3]},
    %s: tensor<2xi64> {check.value = dense<[6, 2]> : tensor<2xi64>}) -> tensor<?x?xf64>
    attributes {check.numpy = "x.reshape(6, 2)"} {
  %y = prim.reshape %x to %s : tensor<?x3xf64>, tensor<2xi64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @expand_dims(%x: tensor<3xf64>) -> tensor<1x3x1xf64>
    attributes {check.numpy = "x[None, :, None]"} {
  %y = prim.expand_dims %x axes [0, 2] : tensor<3xf64>
  return %y : tensor<1x3x1xf64>
}

func.func @squeeze(%x: tensor<1x3x1xf64>) -> tensor<3xf64> attributes {check.numpy = "x[0, :, 0]"} {
  %y = prim.squeeze %x axes [0, 2] : tensor<1x3x1xf64>
  return %y : tensor<3xf64>
}

func.func @transpose(%x: tensor<2x3x4xf64>) -> tensor<4x2x3xf64>
    attributes {check.numpy = "x.transpose(2, 0, 1)"} {
  %y = prim.transpose %x permutation [2, 0, 1] : tensor<2x3x4xf64>
  return %y : tensor<4x2x3xf64>
}
