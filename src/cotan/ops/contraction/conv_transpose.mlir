func.func @conv_transpose(%x: tensor<1x2x3xf64>, %k: tensor<2x2x2xf64>) -> tensor<1x2x6xf64>
    attributes {check.numpy = "np.einsum('bci,cok->boik', x, k).reshape(1, 2, 6)"} {
  %y = composite.conv_transpose %x, %k strides [2] low [0] high [0] output_padding [0] dilations [1] groups 1
      : tensor<1x2x3xf64>, tensor<2x2x2xf64>
  return %y : tensor<1x2x6xf64>
}

func.func @conv_transpose_cut_off(%x: tensor<1x1x3x2xf64>, %k: tensor<1x1x3x2xf64>) -> tensor<1x1x4x3xf64>
    attributes {check.numpy = "sum(np.pad(x[..., i:i + 1, j:j + 1] * k, ((0, 0), (0, 0), (i, 2 - i), (2 * j, 2 - 2 * j))) for i in range(3) for j in range(2))[..., 1:5, :3] * np.ones((1, 1, 4, 3))"} {
  %y = composite.conv_transpose %x, %k strides [1, 2] low [1, 0] high [0, 1] output_padding [0, 0] dilations [1, 1] groups 1
      : tensor<1x1x3x2xf64>, tensor<1x1x3x2xf64>
  return %y : tensor<1x1x4x3xf64>
}

func.func @conv_transpose_with_output_padding(%x: tensor<1x1x2xf64>, %k: tensor<1x1x2xf64>) -> tensor<1x1x6xf64>
    attributes {check.numpy = "np.array([[[x[0, 0, 0] * k[0, 0, 0], 0, x[0, 0, 0] * k[0, 0, 1] + x[0, 0, 1] * k[0, 0, 0], 0, x[0, 0, 1] * k[0, 0, 1], 0]]])"} {
  %y = composite.conv_transpose %x, %k strides [2] low [0] high [0] output_padding [1] dilations [2] groups 1
      : tensor<1x1x2xf64>, tensor<1x1x2xf64>
  return %y : tensor<1x1x6xf64>
}

func.func @conv_transpose_in_groups(%x: tensor<2x4x2xf64>, %k: tensor<4x1x2xf64>) -> tensor<2x2x4xf64>
    attributes {check.numpy = "np.einsum('bgci,gck->bgik', x.reshape(2, 2, 2, 2), k.reshape(2, 2, 2)).reshape(2, 2, 4)"} {
  %y = composite.conv_transpose %x, %k strides [2] low [0] high [0] output_padding [0] dilations [1] groups 2
      : tensor<2x4x2xf64>, tensor<4x1x2xf64>
  return %y : tensor<2x2x4xf64>
}

func.func @conv_transpose_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 1, 3]}, %k: tensor<?x?x?xf64> {check.shape = [1, 2, 2]}) -> tensor<?x?x?xf64>
    attributes {check.numpy = "np.einsum('bci,cok->boik', x, k).reshape(2, 2, 6)[..., 1:]"} {
  %y = composite.conv_transpose %x, %k strides [2] low [1] high [0] output_padding [0] dilations [1] groups 1
      : tensor<?x?x?xf64>, tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

func.func @conv_transpose_without_spatial_axes(%x: tensor<2x3xf64>, %k: tensor<3x2xf64>) -> tensor<2x2xf64> attributes {check.numpy = "x @ k"} {
  %y = composite.conv_transpose %x, %k strides [] low [] high [] output_padding [] dilations [] groups 1
      : tensor<2x3xf64>, tensor<3x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @conv_transpose_of_nothing(%x: tensor<0x1x2xf64>, %k: tensor<1x1x2xf64>) -> tensor<0x1x3xf64> attributes {check.numpy = "np.zeros((0, 1, 3))"} {
  %y = composite.conv_transpose %x, %k strides [1] low [0] high [0] output_padding [0] dilations [1] groups 1
      : tensor<0x1x2xf64>, tensor<1x1x2xf64>
  return %y : tensor<0x1x3xf64>
}
