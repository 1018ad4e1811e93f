func.func @conv(%x: tensor<2x3x5x4xf64>, %k: tensor<2x3x3x2xf64>) -> tensor<2x2x3x3xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncyx,oc->noyx', x[:, :, i:i+3, j:j+3], k[:, :, i, j]) for i, j in np.ndindex(3, 2))"} {
  %y = prim.conv %x, %k strides [1, 1] low [0, 0] high [0, 0]
      : tensor<2x3x5x4xf64>, tensor<2x3x3x2xf64>
  return %y : tensor<2x2x3x3xf64>
}

func.func @conv_of_one_axis(%x: tensor<1x1x6xf64>, %k: tensor<1x1x3xf64>) -> tensor<1x1x8xf64>
    attributes {check.numpy = "np.convolve(x[0, 0], k[0, 0, ::-1])[None, None]"} {
  %y = prim.conv %x, %k strides [1] low [2] high [2] : tensor<1x1x6xf64>, tensor<1x1x3xf64>
  return %y : tensor<1x1x8xf64>
}

func.func @conv_with_strides_and_padding(%x: tensor<1x2x6x5xf64>, %k: tensor<3x2x3x2xf64>)
    -> tensor<1x3x3x5xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncyx,oc->noyx', np.pad(x, [(0, 0), (0, 0), (1, 1), (0, 1)])[:, :, i:i+5:2, j:j+5], k[:, :, i, j]) for i, j in np.ndindex(3, 2))"} {
  %y = prim.conv %x, %k strides [2, 1] low [1, 0] high [1, 1]
      : tensor<1x2x6x5xf64>, tensor<3x2x3x2xf64>
  return %y : tensor<1x3x3x5xf64>
}

// Strides that leave elements at the end unseen.
func.func @conv_that_skips_the_end(%x: tensor<1x1x8xf64>, %k: tensor<1x1x2xf64>)
    -> tensor<1x1x3xf64>
    attributes {check.numpy =
      "sum(x[:, :, i:i+7:3] * k[:, :, i] for i in range(2))"} {
  %y = prim.conv %x, %k strides [3] low [0] high [0] : tensor<1x1x8xf64>, tensor<1x1x2xf64>
  return %y : tensor<1x1x3xf64>
}

func.func @transposed_conv(%x: tensor<1x2x3xf64>, %k: tensor<2x2x3xf64>) -> tensor<1x2x7xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncx,oc->nox', np.pad(np.kron(x, [1, 0]), [(0, 0), (0, 0), (2, 1)])[:, :, i:i+7], k[:, :, i]) for i in range(3))"} {
  %y = prim.conv %x, %k strides [1] low [2] high [2] lhs_dilation [2]
      : tensor<1x2x3xf64>, tensor<2x2x3xf64>
  return %y : tensor<1x2x7xf64>
}

func.func @dilated_conv(%x: tensor<1x1x4x7xf64>, %k: tensor<1x1x2x3xf64>) -> tensor<1x1x3x3xf64>
    attributes {check.numpy =
      "sum(x[:, :, i:i+3, 2*j:2*j+3] * k[:, :, i, j] for i, j in np.ndindex(2, 3))"} {
  %y = prim.conv %x, %k strides [1, 1] low [0, 0] high [0, 0] rhs_dilation [1, 2]
      : tensor<1x1x4x7xf64>, tensor<1x1x2x3xf64>
  return %y : tensor<1x1x3x3xf64>
}

func.func @conv_with_everything(%x: tensor<1x2x5xf64>, %k: tensor<2x2x2xf64>) -> tensor<1x2x4xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncx,oc->nox', np.pad(np.kron(x, [1, 0, 0]), [(0, 0), (0, 0), (2, 0)])[:, :, 5*i:5*i+10:3], k[:, :, i]) for i in range(2))"} {
  %y = prim.conv %x, %k strides [3] low [2] high [1] lhs_dilation [3] rhs_dilation [5]
      : tensor<1x2x5xf64>, tensor<2x2x2xf64>
  return %y : tensor<1x2x4xf64>
}

func.func @negative_padding_cuts_off(%x: tensor<1x1x8xf64>, %k: tensor<1x1x3xf64>)
    -> tensor<1x1x4xf64>
    attributes {check.numpy =
      "sum(np.append(x[:, :, 3:], [[[0]]], 2)[:, :, i:i+4] * k[:, :, i] for i in range(3))"} {
  %y = prim.conv %x, %k strides [1] low [-3] high [1] : tensor<1x1x8xf64>, tensor<1x1x3xf64>
  return %y : tensor<1x1x4xf64>
}

func.func @negative_padding_on_both_sides(%x: tensor<1x1x9xf64>, %k: tensor<1x1x2xf64>)
    -> tensor<1x1x2xf64>
    attributes {check.numpy =
      "sum(x[:, :, 2+i:6+i:3] * k[:, :, i] for i in range(2))"} {
  %y = prim.conv %x, %k strides [3] low [-2] high [-2] : tensor<1x1x9xf64>, tensor<1x1x2xf64>
  return %y : tensor<1x1x2xf64>
}

func.func @padding_beyond_the_kernel(%x: tensor<1x1x3xf64>, %k: tensor<1x1x2xf64>)
    -> tensor<1x1x8xf64>
    attributes {check.numpy =
      "np.concatenate([np.zeros(3), np.convolve(x[0, 0], k[0, 0, ::-1]), [0]])[None, None]"} {
  %y = prim.conv %x, %k strides [1] low [4] high [2] : tensor<1x1x3xf64>, tensor<1x1x2xf64>
  return %y : tensor<1x1x8xf64>
}

func.func @feature_groups(%x: tensor<2x4x4xf64>, %k: tensor<6x2x2xf64>) -> tensor<2x6x3xf64>
    attributes {check.numpy =
      "sum(np.einsum('ngcx,goc->ngox', x.reshape(2, 2, 2, 4)[..., i:i+3], k.reshape(2, 3, 2, 2)[..., i]) for i in range(2)).reshape(2, 6, 3)"} {
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 2
      : tensor<2x4x4xf64>, tensor<6x2x2xf64>
  return %y : tensor<2x6x3xf64>
}

func.func @depthwise_conv(%x: tensor<1x3x4x4xf64>, %k: tensor<3x1x2x2xf64>) -> tensor<1x3x2x2xf64>
    attributes {check.numpy =
      "sum(x[:, :, i::2, j::2] * k[:, 0, i, j, None, None] for i, j in np.ndindex(2, 2))"} {
  %y = prim.conv %x, %k strides [2, 2] low [0, 0] high [0, 0] feature_group_count 3
      : tensor<1x3x4x4xf64>, tensor<3x1x2x2xf64>
  return %y : tensor<1x3x2x2xf64>
}

func.func @batch_groups(%x: tensor<4x2x4xf64>, %k: tensor<6x2x2xf64>) -> tensor<2x6x3xf64>
    attributes {check.numpy =
      "sum(np.einsum('gncx,goc->ngox', x.reshape(2, 2, 2, 4)[..., i:i+3], k.reshape(2, 3, 2, 2)[..., i]) for i in range(2)).reshape(2, 6, 3)"} {
  %y = prim.conv %x, %k strides [1] low [0] high [0] batch_group_count 2
      : tensor<4x2x4xf64>, tensor<6x2x2xf64>
  return %y : tensor<2x6x3xf64>
}

func.func @conv_without_spatial_axes(%x: tensor<2x3xf64>, %k: tensor<4x3xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "x @ k.T"} {
  %y = prim.conv %x, %k strides [] low [] high [] : tensor<2x3xf64>, tensor<4x3xf64>
  return %y : tensor<2x4xf64>
}

func.func @conv_of_three_axes(%x: tensor<1x1x3x3x3xf64>, %k: tensor<1x1x2x2x2xf64>)
    -> tensor<1x1x2x2x2xf64>
    attributes {check.numpy =
      "sum(x[:, :, h:h+2, i:i+2, j:j+2] * k[:, :, h, i, j] for h, i, j in np.ndindex(2, 2, 2))"} {
  %y = prim.conv %x, %k strides [1, 1, 1] low [0, 0, 0] high [0, 0, 0]
      : tensor<1x1x3x3x3xf64>, tensor<1x1x2x2x2xf64>
  return %y : tensor<1x1x2x2x2xf64>
}

func.func @conv_of_no_batch(%x: tensor<0x2x4xf64>, %k: tensor<3x2x2xf64>) -> tensor<0x3x3xf64>
    attributes {check.numpy = "np.zeros((0, 3, 3))"} {
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<0x2x4xf64>, tensor<3x2x2xf64>
  return %y : tensor<0x3x3xf64>
}

func.func @kernel_that_does_not_fit(%x: tensor<1x1x2xf64>, %k: tensor<1x1x4xf64>)
    -> tensor<1x1x0xf64> attributes {check.numpy = "np.zeros((1, 1, 0))"} {
  %y = prim.conv %x, %k strides [2] low [0] high [1] : tensor<1x1x2xf64>, tensor<1x1x4xf64>
  return %y : tensor<1x1x0xf64>
}

func.func @kernel_without_elements(%x: tensor<1x1x4xf64>, %k: tensor<1x1x0xf64>)
    -> tensor<1x1x3xf64> attributes {check.numpy = "np.zeros((1, 1, 3))"} {
  %y = prim.conv %x, %k strides [2] low [0] high [1] : tensor<1x1x4xf64>, tensor<1x1x0xf64>
  return %y : tensor<1x1x3xf64>
}

func.func @conv_of_open_batch(%x: tensor<?x2x5xf64> {check.shape = [2, 2, 5]},
    %k: tensor<3x2x3xf64>) -> tensor<?x3x2xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncx,oc->nox', x[:, :, i:i+3:2], k[:, :, i]) for i in range(3))"} {
  %y = prim.conv %x, %k strides [2] low [0] high [0] : tensor<?x2x5xf64>, tensor<3x2x3xf64>
  return %y : tensor<?x3x2xf64>
}

func.func @conv_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [1, 2, 7]},
    %k: tensor<?x?x?xf64> {check.shape = [2, 2, 2]}) -> tensor<?x?x?xf64>
    attributes {check.numpy =
      "sum(np.einsum('ncx,oc->nox', np.pad(x, [(0, 0), (0, 0), (1, 2)])[:, :, 3*i:3*i+7:2], k[:, :, i]) for i in range(2))"} {
  %y = prim.conv %x, %k strides [2] low [1] high [2] rhs_dilation [3]
      : tensor<?x?x?xf64>, tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}

func.func @groups_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 4, 4]},
    %k: tensor<?x2x2xf64> {check.shape = [6, 2, 2]}) -> tensor<?x?x?xf64>
    attributes {check.numpy =
      "sum(np.einsum('ngcx,goc->ngox', x.reshape(2, 2, 2, 4)[..., i:i+3], k.reshape(2, 3, 2, 2)[..., i]) for i in range(2)).reshape(2, 6, 3)"} {
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 2
      : tensor<?x?x?xf64>, tensor<?x2x2xf64>
  return %y : tensor<?x?x?xf64>
}

func.func @batch_groups_of_open_sizes(%x: tensor<?x2x?xf64> {check.shape = [4, 2, 4]},
    %k: tensor<?x?x2xf64> {check.shape = [6, 2, 2]}) -> tensor<?x?x?xf64>
    attributes {check.numpy =
      "sum(np.einsum('gncx,goc->ngox', x.reshape(2, 2, 2, 4)[..., i:i+3], k.reshape(2, 3, 2, 2)[..., i]) for i in range(2)).reshape(2, 6, 3)"} {
  %y = prim.conv %x, %k strides [1] low [0] high [0] batch_group_count 2
      : tensor<?x2x?xf64>, tensor<?x?x2xf64>
  return %y : tensor<?x?x?xf64>
}

func.func @padding_known_at_run_time(%x: tensor<1x1x5xf64>, %k: tensor<1x1x2xf64>,
    %padding: tensor<2xi64> {check.value = dense<[1, -1]> : tensor<2xi64>}) -> tensor<1x1x?xf64>
    attributes {check.numpy =
      "sum(np.pad(x[..., :-1], [(0, 0), (0, 0), (2, 0)])[..., i:i+5] * k[..., i] for i in range(2))"} {
  %y = prim.conv %x, %k padding %padding strides [1] low [1] high [0]
      : tensor<1x1x5xf64>, tensor<1x1x2xf64>, tensor<2xi64>
  return %y : tensor<1x1x?xf64>
}

func.func @open_kernel_that_does_not_fit(%x: tensor<1x1x?xf64> {check.shape = [1, 1, 2]},
    %k: tensor<1x1x4xf64>) -> tensor<1x1x?xf64> attributes {check.numpy = "np.zeros((1, 1, 0))"} {
  %y = prim.conv %x, %k strides [3] low [0] high [1] : tensor<1x1x?xf64>, tensor<1x1x4xf64>
  return %y : tensor<1x1x?xf64>
}

func.func @conv_of_integers_wraps_around() -> tensor<1x1x2xi8> {
  %x = prim.constant dense<[[[100, 100, 1]]]> : tensor<1x1x3xi8>
  %k = prim.constant dense<[[[1, 1]]]> : tensor<1x1x2xi8>
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<1x1x3xi8>, tensor<1x1x2xi8>
  check.equal %y, dense<[[[-56, 101]]]> : tensor<1x1x2xi8>
  return %y : tensor<1x1x2xi8>
}

func.func @padding_does_not_meet_infinity() -> tensor<1x1x3xf64> {
  %x = prim.constant dense<[[[0x7FF0000000000000, 2.0]]]> : tensor<1x1x2xf64>
  %k = prim.constant dense<[[[0x7FF0000000000000, 1.0]]]> : tensor<1x1x2xf64>
  %y = prim.conv %x, %k strides [1] low [1] high [1] : tensor<1x1x2xf64>, tensor<1x1x2xf64>
  check.equal %y, dense<0x7FF0000000000000> : tensor<1x1x3xf64>
  return %y : tensor<1x1x3xf64>
}

func.func @conv_of_no_batch_over_a_long_axis(%x: tensor<0x3x1099511627776xf64>, %k: tensor<2x3x3xf64>) -> tensor<0x2x1099511627774xf64> {
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<0x3x1099511627776xf64>, tensor<2x3x3xf64>
  return %y : tensor<0x2x1099511627774xf64>
}
