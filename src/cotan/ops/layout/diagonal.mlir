func.func @diagonal(%x: tensor<3x4xf64>) -> tensor<3xf64> attributes {check.numpy = "np.diagonal(x)"} {
  %y = composite.diagonal %x offset 0 axes [0, 1] : tensor<3x4xf64>
  return %y : tensor<3xf64>
}

func.func @diagonal_above(%x: tensor<3x4xf64>) -> tensor<2xf64> attributes {check.numpy = "np.diagonal(x, 2)"} {
  %y = composite.diagonal %x offset 2 axes [0, 1] : tensor<3x4xf64>
  return %y : tensor<2xf64>
}

func.func @diagonal_of_other_axes(%x: tensor<3x2x4xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "np.diagonal(x, -2, 2, 0)"} {
  %y = composite.diagonal %x offset -2 axes [2, 0] : tensor<3x2x4xf64>
  return %y : tensor<2x2xf64>
}

func.func @diagonal_beyond(%x: tensor<3x4xf64>) -> tensor<0xf64> attributes {check.numpy = "np.diagonal(x, 9)"} {
  %y = composite.diagonal %x offset 9223372036854775807 axes [0, 1] : tensor<3x4xf64>
  return %y : tensor<0xf64>
}

func.func @diagonal_of_open_sizes(%x: tensor<?x2x?xf64> {check.shape = [3, 2, 4]}) -> tensor<2x?xf64>
    attributes {check.numpy = "np.diagonal(x, 1, 0, 2)"} {
  %y = composite.diagonal %x offset 1 axes [0, 2] : tensor<?x2x?xf64>
  return %y : tensor<2x?xf64>
}

func.func @diagonal_beyond_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.diagonal(x, -5)"} {
  %y = composite.diagonal %x offset -5 axes [0, 1] : tensor<?x?xf64>
  return %y : tensor<?xf64>
}

func.func @diag_embed(%x: tensor<3xf64>) -> tensor<3x3xf64> attributes {check.numpy = "np.diag(x)"} {
  %y = composite.diag_embed %x offset 0 axes [0, 1] : tensor<3xf64>
  return %y : tensor<3x3xf64>
}

func.func @diag_embed_above(%x: tensor<3xf64>) -> tensor<5x5xf64> attributes {check.numpy = "np.diag(x, 2)"} {
  %y = composite.diag_embed %x offset 2 axes [0, 1] : tensor<3xf64>
  return %y : tensor<5x5xf64>
}

func.func @diag_embed_below_and_first(%x: tensor<2x3xf64>) -> tensor<4x2x4xf64>
    attributes {check.numpy = "np.stack([np.diag(row, 1) for row in x], 1)"} {
  %y = composite.diag_embed %x offset -1 axes [2, 0] : tensor<2x3xf64>
  return %y : tensor<4x2x4xf64>
}

func.func @diag_embed_of_open_size(%x: tensor<2x?xf64> {check.shape = [2, 3]}) -> tensor<2x?x?xf64>
    attributes {check.numpy = "np.stack([np.diag(row, -1) for row in x])"} {
  %y = composite.diag_embed %x offset -1 axes [1, 2] : tensor<2x?xf64>
  return %y : tensor<2x?x?xf64>
}

func.func @diag_embed_of_nothing(%x: tensor<0xf64>) -> tensor<1x1xf64> attributes {check.numpy = "np.zeros((1, 1))"} {
  %y = composite.diag_embed %x offset 1 axes [0, 1] : tensor<0xf64>
  return %y : tensor<1x1xf64>
}
