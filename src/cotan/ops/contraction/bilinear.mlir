func.func @bilinear(%x: tensor<2x3xf64>, %y: tensor<2x2xf64>, %w: tensor<4x3x2xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "np.einsum('ni,kij,nj->nk', x, w, y)"} {
  %z = composite.bilinear %x, %y, %w : tensor<2x3xf64>, tensor<2x2xf64>, tensor<4x3x2xf64>
  return %z : tensor<2x4xf64>
}

func.func @bilinear_with_bias(%x: tensor<?xf64> {check.shape = [3]}, %y: tensor<?xf64> {check.shape = [2]},
    %w: tensor<?x?x?xf64> {check.shape = [4, 3, 2]}, %b: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.einsum('i,kij,j->k', x, w, y) + b"} {
  %z = composite.bilinear %x, %y, %w bias %b : tensor<?xf64> : tensor<?xf64>, tensor<?xf64>, tensor<?x?x?xf64>
  return %z : tensor<?xf64>
}
