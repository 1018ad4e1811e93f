func.func @rotary_embedding(%x: tensor<2x3x2x4xf64>, %p: tensor<3xi64> {check.value = dense<[0, 7, -2]> : tensor<3xi64>}) -> tensor<2x3x2x4xf64>
    attributes {check.numpy = "(lambda a: np.concatenate([x[..., :2] * np.cos(a) - x[..., 2:] * np.sin(a), x[..., 2:] * np.cos(a) + x[..., :2] * np.sin(a)], -1))(p[:, None, None] * 1e4 ** (-np.arange(2) / 2))"} {
  %y = composite.rotary_embedding %x, %p : tensor<2x3x2x4xf64>, tensor<3xi64>
  return %y : tensor<2x3x2x4xf64>
}

func.func @rotary_embedding_of_neighbours(%x: tensor<?x3x1x?xf64> {check.shape = [2, 3, 1, 4]},
    %p: tensor<?x1xi32> {check.value = dense<[[3], [5]]> : tensor<2x1xi32>}) -> tensor<?x3x1x?xf64>
    attributes {check.numpy = "(lambda a: np.stack([x[..., ::2] * np.cos(a) - x[..., 1::2] * np.sin(a), x[..., 1::2] * np.cos(a) + x[..., ::2] * np.sin(a)], -1).reshape(x.shape))(p[..., None, None] * 100.0 ** (-np.arange(2) / 2))"} {
  %y = composite.rotary_embedding %x, %p base 100.0 interleaved : tensor<?x3x1x?xf64>, tensor<?x1xi32>
  return %y : tensor<?x3x1x?xf64>
}

func.func @rotary_embedding_of_one_position(%x: tensor<1x0x2xf64>, %p: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<1x0x2xf64>
    attributes {check.numpy = "x"} {
  %y = composite.rotary_embedding %x, %p : tensor<1x0x2xf64>, tensor<i64>
  return %y : tensor<1x0x2xf64>
}
