func.func @unfold(%x: tensor<2x3x4x2xf64>) -> tensor<2x6x8xf64>
    attributes {check.numpy = "np.stack([x[:, i:i + 2, j:j + 2].transpose(0, 3, 1, 2).reshape(2, 8) for i in range(2) for j in range(3)], 1)"} {
  %y = composite.unfold %x window [2, 2] strides [1, 1] dilations [1, 1] low [0, 0] high [0, 0] : tensor<2x3x4x2xf64>
  return %y : tensor<2x6x8xf64>
}

func.func @unfold_with_padding(%x: tensor<4x2xf64>) -> tensor<3x4xf64>
    attributes {check.numpy = "np.pad(x, ((1, 2), (0, 0)))[np.array([[0, 2], [2, 4], [4, 6]])].transpose(0, 2, 1).reshape(3, 4)"} {
  %y = composite.unfold %x window [2] strides [2] dilations [2] low [1] high [2] : tensor<4x2xf64>
  return %y : tensor<3x4xf64>
}

func.func @unfold_of_open_sizes(%x: tensor<?x?x2x?xf64> {check.shape = [2, 3, 2, 2]}) -> tensor<?x?x?xf64>
    attributes {check.numpy = "np.stack([x[:, i:i + 2, 0:1].transpose(0, 3, 1, 2).reshape(2, 4) for i in range(2)], 1)"} {
  %y = composite.unfold %x window [2, 1] strides [1, 2] dilations [1, 1] low [0, 0] high [0, 0] : tensor<?x?x2x?xf64>
  return %y : tensor<?x?x?xf64>
}

func.func @unfold_along_three_axes(%x: tensor<2x2x3x1xf64>) -> tensor<2x8xf64>
    attributes {check.numpy = "np.stack([x[:, :, j:j + 2, 0].ravel() for j in range(2)])"} {
  %y = composite.unfold %x window [2, 2, 2] strides [1, 1, 1] dilations [1, 1, 1] low [0, 0, 0] high [0, 0, 0] : tensor<2x2x3x1xf64>
  return %y : tensor<2x8xf64>
}

func.func @unfold_of_nothing(%x: tensor<0x3x1xf64>) -> tensor<0x2x2xf64> attributes {check.numpy = "np.zeros((0, 2, 2))"} {
  %y = composite.unfold %x window [2] strides [1] dilations [1] low [0] high [0] : tensor<0x3x1xf64>
  return %y : tensor<0x2x2xf64>
}

func.func @unfold_of_truth_values() -> tensor<2x2xi1> {
  %x = prim.constant dense<[[true], [true]]> : tensor<2x1xi1>
  %y = composite.unfold %x window [2] strides [1] dilations [1] low [1] high [0] : tensor<2x1xi1>
  check.equal %y, dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  return %y : tensor<2x2xi1>
}

func.func @fold(%x: tensor<2x6x8xf64>) -> tensor<2x3x4x2xf64>
    attributes {check.numpy = "sum(np.pad(x[:, 3 * i + j].reshape(2, 2, 2, 2).transpose(0, 2, 3, 1), ((0, 0), (i, 1 - i), (j, 2 - j), (0, 0))) for i in range(2) for j in range(3))"} {
  %y = composite.fold %x sizes [3, 4] window [2, 2] strides [1, 1] dilations [1, 1] low [0, 0] high [0, 0] : tensor<2x6x8xf64>
  return %y : tensor<2x3x4x2xf64>
}

func.func @fold_with_padding(%x: tensor<3x4xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "np.stack([0 * x[0, ::2], x[0, 1::2] + x[1, ::2], 0 * x[0, ::2], x[1, 1::2] + x[2, ::2]])"} {
  %y = composite.fold %x sizes [4] window [2] strides [2] dilations [2] low [1] high [2] : tensor<3x4xf64>
  return %y : tensor<4x2xf64>
}

func.func @fold_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 3, 4]}) -> tensor<?x4x?xf64>
    attributes {check.numpy = "sum(np.pad(x[:, i].reshape(2, 2, 2).transpose(0, 2, 1), ((0, 0), (i, 2 - i), (0, 0))) for i in range(3))"} {
  %y = composite.fold %x sizes [4] window [2] strides [1] dilations [1] low [0] high [0] : tensor<?x?x?xf64>
  return %y : tensor<?x4x?xf64>
}

// 2049 lies between two numbers of f16, so that adding 1 twice in f16 changes nothing.
func.func @fold_of_halves_is_rounded_once() -> tensor<3x1xf16> {
  %x = prim.constant dense<[[0.0, 0.0, 2048.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]> : tensor<3x3xf16>
  %y = composite.fold %x sizes [3] window [3] strides [1] dilations [1] low [1] high [1] : tensor<3x3xf16>
  check.equal %y, dense<[[0.0], [2050.0], [0.0]]> : tensor<3x1xf16>
  return %y : tensor<3x1xf16>
}
