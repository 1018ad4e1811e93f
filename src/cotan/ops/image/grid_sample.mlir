func.func @affine_grid(%t: tensor<2x2x3xf64>) -> tensor<2x2x3x2xf64>
    attributes {check.numpy = "np.einsum('bij,hwj->bhwi', t, np.stack([*np.meshgrid([-2 / 3, 0, 2 / 3], [-1 / 2, 1 / 2]), np.ones((2, 3))], 2))"} {
  %g = composite.affine_grid %t size [2, 3] : tensor<2x2x3xf64>
  return %g : tensor<2x2x3x2xf64>
}

func.func @affine_grid_with_corners(%t: tensor<?x2x3xf64> {check.shape = [1, 2, 3]}) -> tensor<?x1x3x2xf64>
    attributes {check.numpy = "np.einsum('bij,hwj->bhwi', t, np.stack([*np.meshgrid([-1, 0, 1], [0]), np.ones((1, 3))], 2))"} {
  %g = composite.affine_grid %t size [1, 3] align_corners : tensor<?x2x3xf64>
  return %g : tensor<?x1x3x2xf64>
}

func.func @affine_grid_in_space(%t: tensor<3x4xf64>) -> tensor<1x2x2x3xf64>
    attributes {check.numpy = "np.stack([t @ [w, h, 0, 1] for h in (-0.5, 0.5) for w in (-0.5, 0.5)]).reshape(1, 2, 2, 3)"} {
  %g = composite.affine_grid %t size [1, 2, 2] : tensor<3x4xf64>
  return %g : tensor<1x2x2x3xf64>
}

func.func @grid_sample(%x: tensor<2x2x2x2xf64>, %g: tensor<2x1x3x2xf64> {check.range = [-0.45, 0.45]}) -> tensor<2x1x3x2xf64>
    attributes {check.numpy = "(lambda u, v: (x[:, 0, 0, None] * (1 - u) + x[:, 0, 1, None] * u) * (1 - v) + (x[:, 1, 0, None] * (1 - u) + x[:, 1, 1, None] * u) * v)(g[:, 0, :, :1] + 0.5, g[:, 0, :, 1:] + 0.5)[:, None]"} {
  %y = composite.grid_sample %x, %g : tensor<2x2x2x2xf64>, tensor<2x1x3x2xf64>
  return %y : tensor<2x1x3x2xf64>
}

func.func @grid_sample_at_the_border(%x: tensor<2x3x1xf64>, %g: tensor<2x2x2xf64> {check.range = [1.4, 2.4]}) -> tensor<2x2x1xf64>
    attributes {check.numpy = "np.broadcast_to(x[1, 2], (2, 2, 1))", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g padding_mode "border" : tensor<2x3x1xf64>, tensor<2x2x2xf64>
  return %y : tensor<2x2x1xf64>
}

func.func @grid_sample_outside(%x: tensor<2x3x1xf64>, %g: tensor<2x2x2xf64> {check.range = [2.1, 3.0]}) -> tensor<2x2x1xf64>
    attributes {check.numpy = "np.zeros((2, 2, 1))", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g : tensor<2x3x1xf64>, tensor<2x2x2xf64>
  return %y : tensor<2x2x1xf64>
}

func.func @grid_sample_partly_outside(%x: tensor<2x1xf64>, %g: tensor<3x1xf64> {check.range = [0.6, 1.4]}) -> tensor<3x1xf64>
    attributes {check.numpy = "x[1] * (1.5 - g)"} {
  %y = composite.grid_sample %x, %g : tensor<2x1xf64>, tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}

// Coordinates from 1.4 to 1.9 are elements 3.1 to 3.85: mirrored at 2.5, 1.9 to 1.15.
func.func @grid_sample_mirrored(%x: tensor<3x1xf64>, %g: tensor<3x1xf64> {check.range = [1.4, 1.9]}) -> tensor<3x1xf64>
    attributes {check.numpy = "(lambda s: x[1] * (2 - s) + x[2] * (s - 1))(5 - ((g + 1) * 3 - 1) / 2)", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g padding_mode "reflection" : tensor<3x1xf64>, tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}

func.func @grid_sample_mirrored_at_corners(%x: tensor<3x1xf64>, %g: tensor<3x1xf64> {check.range = [1.1, 1.9]}) -> tensor<3x1xf64>
    attributes {check.numpy = "(lambda s: x[1] * (2 - s) + x[2] * (s - 1))(4 - (g + 1))", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g padding_mode "reflection" align_corners : tensor<3x1xf64>, tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}

func.func @grid_sample_of_open_sizes(%x: tensor<?x?x?x?xf64> {check.shape = [2, 2, 2, 1]},
    %g: tensor<?x?x1x2xf64> {check.shape = [2, 3, 1, 2], check.range = [-0.9, 0.9]}) -> tensor<?x?x1x?xf64>
    attributes {check.numpy = "(lambda u, v: (x[:, 0, 0, None] * (1 - u) + x[:, 0, 1, None] * u) * (1 - v) + (x[:, 1, 0, None] * (1 - u) + x[:, 1, 1, None] * u) * v)(g[:, :, 0, :1] / 2 + 0.5, g[:, :, 0, 1:] / 2 + 0.5)[:, :, None]", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g align_corners : tensor<?x?x?x?xf64>, tensor<?x?x1x2xf64>
  return %y : tensor<?x?x1x?xf64>
}

func.func @grid_sample_nearest(%x: tensor<2x2x2xf64>) -> tensor<2x1x2xf64> attributes {check.numpy = "np.stack([x[1, 0], x[0, 1] * 0])[:, None]"} {
  %g = prim.constant dense<[[[-0.4, 0.3]], [[0.4, -2.0]]]> : tensor<2x1x2xf64>
  %y = composite.grid_sample %x, %g mode "nearest" : tensor<2x2x2xf64>, tensor<2x1x2xf64>
  return %y : tensor<2x1x2xf64>
}

func.func @grid_sample_cubic(%x: tensor<4x1xf64>, %g: tensor<2x1xf64> {check.range = [-0.2, 0.2]}) -> tensor<2x1xf64>
    attributes {check.numpy = "(lambda d: np.where(d < 1, (1.25 * d - 2.25) * d * d + 1, ((-0.75 * d + 3.75) * d - 6) * d + 3))(np.abs(((g + 1) * 4 - 1) / 2 - np.arange(4))) @ x", check.kinks = "where places meet elements"} {
  %y = composite.grid_sample %x, %g mode "bicubic" padding_mode "border" : tensor<4x1xf64>, tensor<2x1xf64>
  return %y : tensor<2x1xf64>
}

func.func @grid_sample_cubic_outside(%x: tensor<2x2x1xf64>) -> tensor<1x1x1xf64>
    attributes {check.numpy = "((x[0, 0] + x[0, 1] + x[1, 0] + x[1, 1]) * 0.59375 ** 2).reshape(1, 1, 1)"} {
  %g = prim.constant dense<0.0> : tensor<1x1x2xf64>
  %y = composite.grid_sample %x, %g mode "bicubic" : tensor<2x2x1xf64>, tensor<1x1x2xf64>
  return %y : tensor<1x1x1xf64>
}

func.func @grid_sample_in_space(%x: tensor<1x2x2x2x1xf64>) -> tensor<1x1x1x1x1xf64> attributes {check.numpy = "x.mean((1, 2, 3), keepdims=True)"} {
  %g = prim.constant dense<0.0> : tensor<1x1x1x1x3xf64>
  %y = composite.grid_sample %x, %g : tensor<1x2x2x2x1xf64>, tensor<1x1x1x1x3xf64>
  return %y : tensor<1x1x1x1x1xf64>
}

func.func @grid_sample_of_no_images(%x: tensor<0x2x2x1xf64>, %g: tensor<0x3x1x2xf64>) -> tensor<0x3x1x1xf64>
    attributes {check.numpy = "np.zeros((0, 3, 1, 1))"} {
  %y = composite.grid_sample %x, %g : tensor<0x2x2x1xf64>, tensor<0x3x1x2xf64>
  return %y : tensor<0x3x1x1xf64>
}
