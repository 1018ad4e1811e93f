func.func @broadcast(%x: tensor<3x1xf64>) -> tensor<2x3x4xf64>
    attributes {check.numpy = "np.broadcast_to(x, (2, 3, 4))"} {
  %y = prim.broadcast %x : tensor<3x1xf64> -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @broadcast_to_the_shape_of_another(%x: tensor<?xf64> {check.shape = [3]},
    %like: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.broadcast_to(x, like.shape)"} {
  %s = prim.shape %like : tensor<?x?xf64>
  %y = prim.broadcast %x to %s : tensor<?xf64>, tensor<2xi64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @sum_to(%x: tensor<2x3x4xf64>) -> tensor<3x1xf64>
    attributes {check.numpy = "x.sum(axis=(0, 2))[:, None]"} {
  %y = prim.sum_to %x : tensor<2x3x4xf64> -> tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}
