func.func @adaptive_avg_pool(%x: tensor<2x5x4x1xf64>) -> tensor<2x3x2x1xf64>
    attributes {check.numpy = "np.stack([x[:, i:j].mean(1) for i, j in ((0, 2), (1, 4), (3, 5))], 1).reshape(2, 3, 2, 2, 1).mean(3)"} {
  %y = composite.adaptive_avg_pool %x sizes [3, 2] : tensor<2x5x4x1xf64>
  return %y : tensor<2x3x2x1xf64>
}

func.func @adaptive_avg_pool_to_more(%x: tensor<3x2xf64>) -> tensor<5x2xf64>
    attributes {check.numpy = "np.stack([x[0], x[:2].mean(0), x[1], x[1:].mean(0), x[2]])"} {
  %y = composite.adaptive_avg_pool %x sizes [5] : tensor<3x2xf64>
  return %y : tensor<5x2xf64>
}

func.func @adaptive_avg_pool_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 5, 2]}) -> tensor<?x3x?xf64>
    attributes {check.numpy = "np.stack([x[:, i:j].mean(1) for i, j in ((0, 2), (1, 4), (3, 5))], 1)"} {
  %y = composite.adaptive_avg_pool %x sizes [3] : tensor<?x?x?xf64>
  return %y : tensor<?x3x?xf64>
}

func.func @adaptive_avg_pool_without_neighbours() -> tensor<2x1xf64> {
  %x = prim.constant dense<[[1.0], [3.0], [0x7FF0000000000000]]> : tensor<3x1xf64>
  %y = composite.adaptive_avg_pool %x sizes [2] : tensor<3x1xf64>
  check.equal %y, dense<[[2.0], [0x7FF0000000000000]]> : tensor<2x1xf64>
  return %y : tensor<2x1xf64>
}

func.func @adaptive_max_pool(%x: tensor<2x5x4x1xf64>) -> (tensor<2x3x2x1xf64>, tensor<2x3x2x1xi64>)
    attributes {check.numpy = "(lambda at: (np.take_along_axis(x.reshape(2, 20), at, 1).reshape(2, 3, 2, 1), at.reshape(2, 3, 2, 1)))(np.array([[max((4 * h + w for h in range(*r) for w in (c, c + 1)), key=lambda p: x[n, p // 4, p % 4, 0]) for r in ((0, 2), (1, 4), (3, 5)) for c in (0, 2)] for n in range(2)]))", check.kinks = "where elements are equal"} {
  %y, %i = composite.adaptive_max_pool %x sizes [3, 2] : tensor<2x5x4x1xf64>
  return %y, %i : tensor<2x3x2x1xf64>, tensor<2x3x2x1xi64>
}

func.func @adaptive_max_pool_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 5, 2]}) -> (tensor<?x3x?xf64>, tensor<?x3x?xi64>)
    attributes {check.numpy = "(np.stack([x[:, i:j].max(1) for i, j in ((0, 2), (1, 4), (3, 5))], 1), np.stack([i + x[:, i:j].argmax(1) for i, j in ((0, 2), (1, 4), (3, 5))], 1))", check.kinks = "where elements are equal"} {
  %y, %i = composite.adaptive_max_pool %x sizes [3] : tensor<?x?x?xf64>
  return %y, %i : tensor<?x3x?xf64>, tensor<?x3x?xi64>
}

func.func @max_pool_with_indices(%x: tensor<4x6x1xf64>) -> (tensor<2x3x1xf64>, tensor<2x3x1xi64>)
    attributes {check.numpy = "(x.reshape(2, 2, 3, 2).max((1, 3))[..., None], np.array([[max((6 * (2 * i + h) + 2 * j + w for h in (0, 1) for w in (0, 1)), key=lambda p: x[p // 6, p % 6, 0]) for j in range(3)] for i in range(2)])[..., None])", check.kinks = "where elements are equal"} {
  %y, %i = composite.max_pool_with_indices %x window [2, 2] strides [2, 2] low [0, 0] high [0, 0] : tensor<4x6x1xf64>
  return %y, %i : tensor<2x3x1xf64>, tensor<2x3x1xi64>
}

func.func @max_pool_with_indices_and_padding(%x: tensor<?x?x2xf64> {check.shape = [2, 4, 2]}) -> (tensor<?x?x2xf64>, tensor<?x?x2xi64>)
    attributes {check.numpy = "(np.stack([x[:, max(0, i):i + 3].max(1) for i in (-1, 1)], 1), np.stack([max(0, i) + x[:, max(0, i):i + 3].argmax(1) for i in (-1, 1)], 1))", check.kinks = "where elements are equal"} {
  %y, %i = composite.max_pool_with_indices %x window [3] strides [2] low [1] high [0] : tensor<?x?x2xf64>
  return %y, %i : tensor<?x?x2xf64>, tensor<?x?x2xi64>
}

func.func @max_pool_with_indices_of_equal_elements() -> (tensor<1x1x1xi8>, tensor<1x1x1xi64>) {
  %x = prim.constant dense<[[[3], [7]], [[7], [7]]]> : tensor<2x2x1xi8>
  %y, %i = composite.max_pool_with_indices %x window [2, 2] strides [1, 1] low [0, 0] high [0, 0] : tensor<2x2x1xi8>
  check.equal %y, dense<7> : tensor<1x1x1xi8>
  check.equal %i, dense<1> : tensor<1x1x1xi64>
  return %y, %i : tensor<1x1x1xi8>, tensor<1x1x1xi64>
}

// The windows of the first channel begin at 0, 2 and 5, those of the second at 0, 3 and 5.
func.func @fractional_max_pool(%x: tensor<2x7x2xf64>) -> (tensor<2x3x2xf64>, tensor<2x3x2xi64>)
    attributes {check.numpy = "(lambda at: (np.take_along_axis(x, at, 1), at))(np.array([[[i + x[n, i:i + 2, c].argmax() for c, i in enumerate(row)] for row in ((0, 0), (2, 3), (5, 5))] for n in range(2)]))", check.kinks = "where elements are equal"} {
  %u = prim.constant dense<[[[0.0], [0.25]], [[0.5], [0.75]]]> : tensor<2x2x1xf64>
  %y, %i = composite.fractional_max_pool %x, %u window [2] sizes [3] : tensor<2x7x2xf64>, tensor<2x2x1xf64>
  return %y, %i : tensor<2x3x2xf64>, tensor<2x3x2xi64>
}

func.func @fractional_max_pool_of_open_sizes(%x: tensor<?x?x1xf64> {check.shape = [5, 4, 1]}) -> (tensor<2x2x1xf64>, tensor<2x2x1xi64>)
    attributes {check.numpy = "(lambda at: (x.ravel()[at][..., None], at[..., None]))(np.array([[max((4 * h + w for h in (i, i + 1) for w in (j, j + 1)), key=lambda p: x[p // 4, p % 4, 0]) for j in (0, 2)] for i in (0, 3)]))", check.kinks = "where elements are equal"} {
  %u = prim.constant dense<[[0.5, 0.25]]> : tensor<1x2xf64>
  %y, %i = composite.fractional_max_pool %x, %u window [2, 2] sizes [2, 2] : tensor<?x?x1xf64>, tensor<1x2xf64>
  return %y, %i : tensor<2x2x1xf64>, tensor<2x2x1xi64>
}

func.func @max_unpool(%x: tensor<1x2x2xf64>) -> tensor<2x2x2xf64> attributes {check.numpy = "np.stack([[x[0, 0, 0], 0, 0, x[0, 1, 0]], [x[0, 1, 1], 0, 0, 0]], 1).reshape(2, 2, 2)"} {
  %i = prim.constant dense<[[[0, 7], [3, 0]]]> : tensor<1x2x2xi32>
  %y = composite.max_unpool %x, %i output_size [2, 2] : tensor<1x2x2xf64>, tensor<1x2x2xi32>
  return %y : tensor<2x2x2xf64>
}

func.func @max_unpool_of_open_sizes(%x: tensor<?x?x1xf64> {check.shape = [2, 4, 1]}) -> tensor<?x6x1xf64>
    attributes {check.numpy = "np.where((np.arange(6)[None, :, None] == np.stack([0 + x[:, :2].argmax(1), 2 + x[:, 2:].argmax(1)], 1)[:, [0, 0, 1, 1, 1, 1]]), np.pad(x, ((0, 0), (0, 2), (0, 0))), 0)", check.kinks = "where elements are equal"} {
  %y, %i = composite.max_pool_with_indices %x window [2] strides [2] low [0] high [0] : tensor<?x?x1xf64>
  %z = composite.max_unpool %y, %i output_size [6] : tensor<?x?x1xf64>, tensor<?x?x1xi64>
  return %z : tensor<?x6x1xf64>
}

func.func @lp_pool(%x: tensor<4x4x1xf64>) -> tensor<2x2x1xf64>
    attributes {check.numpy = "np.sqrt((x.reshape(2, 2, 2, 2) ** 2).sum((1, 3)))[..., None]", check.kinks = "where all are 0"} {
  %y = composite.lp_pool %x p 2.0 window [2, 2] strides [2, 2] low [0, 0] high [0, 0] : tensor<4x4x1xf64>
  return %y : tensor<2x2x1xf64>
}

func.func @lp_pool_of_open_sizes(%x: tensor<?x?x2xf64> {check.shape = [2, 4, 2]}) -> tensor<?x?x2xf64>
    attributes {check.numpy = "(np.stack([(np.abs(x[:, max(0, i):i + 2]) ** 3).sum(1) for i in range(-1, 3)], 1)) ** (1 / 3)", check.kinks = "where elements are 0"} {
  %y = composite.lp_pool %x p 3.0 window [2] strides [1] low [1] high [0] : tensor<?x?x2xf64>
  return %y : tensor<?x?x2xf64>
}

func.func @adaptive_pools_of_no_images(%x: tensor<0x3x1xf64>) -> (tensor<0x2x1xf64>, tensor<0x2x1xf64>)
    attributes {check.numpy = "(np.zeros((0, 2, 1)), np.zeros((0, 2, 1)))"} {
  %y = composite.adaptive_avg_pool %x sizes [2] : tensor<0x3x1xf64>
  %z, %i = composite.adaptive_max_pool %x sizes [2] : tensor<0x3x1xf64>
  return %y, %z : tensor<0x2x1xf64>, tensor<0x2x1xf64>
}
