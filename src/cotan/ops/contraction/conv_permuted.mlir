// Channels last.
func.func @conv_permuted(%x: tensor<2x5x4x3xf64>, %k: tensor<3x2x3x2xf64>) -> tensor<2x3x3x2xf64>
    attributes {check.numpy =
      "sum(np.einsum('nyxc,co->nyxo', x[:, i:i+3, j:j+3], k[i, j]) for i, j in np.ndindex(3, 2))"} {
  %y = composite.conv_permuted %x [0, 3, 1, 2], %k [3, 2, 0, 1] result [0, 2, 3, 1]
      strides [1, 1] low [0, 0] high [0, 0] lhs_dilation [1, 1] rhs_dilation [1, 1]
      : tensor<2x5x4x3xf64>, tensor<3x2x3x2xf64>
  return %y : tensor<2x3x3x2xf64>
}

func.func @conv_permuted_in_groups(%x: tensor<4x2x4xf64>, %k: tensor<2x6x2xf64>)
    -> tensor<6x3x2xf64>
    attributes {check.numpy =
      "sum(np.einsum('gcnx,cgo->goxn', x.reshape(2, 2, 2, 4)[..., i:i+3], k.reshape(2, 2, 3, 2)[..., i]) for i in range(2)).reshape(6, 3, 2)"} {
  %y = composite.conv_permuted %x [1, 0, 2], %k [1, 0, 2] result [1, 2, 0]
      strides [1] low [0] high [0] lhs_dilation [1] rhs_dilation [1] feature_group_count 2
      : tensor<4x2x4xf64>, tensor<2x6x2xf64>
  return %y : tensor<6x3x2xf64>
}

func.func @conv_permuted_with_everything(%x: tensor<5x1x2xf64>, %k: tensor<2x2x2xf64>)
    -> tensor<4x1x2xf64>
    attributes {check.numpy =
      "sum(np.einsum('xnc,co->xno', np.pad(np.kron(x.T, [1, 0, 0]).T, [(2, 0), (0, 0), (0, 0)])[5*i:5*i+10:3], k[i]) for i in range(2))"} {
  %y = composite.conv_permuted %x [1, 2, 0], %k [2, 1, 0] result [2, 0, 1]
      strides [3] low [2] high [1] lhs_dilation [3] rhs_dilation [5]
      : tensor<5x1x2xf64>, tensor<2x2x2xf64>
  return %y : tensor<4x1x2xf64>
}

func.func @conv_permuted_without_spatial_axes(%x: tensor<3x2xf64>, %k: tensor<4x3xf64>)
    -> tensor<4x2xf64> attributes {check.numpy = "k @ x"} {
  %y = composite.conv_permuted %x [1, 0], %k [0, 1] result [1, 0]
      strides [] low [] high [] lhs_dilation [] rhs_dilation [] : tensor<3x2xf64>, tensor<4x3xf64>
  return %y : tensor<4x2xf64>
}

func.func @conv_permuted_of_open_sizes(%x: tensor<?x?x2xf64> {check.shape = [2, 5, 2]},
    %k: tensor<3x2x?xf64> {check.shape = [3, 2, 3]}) -> tensor<?x?x?xf64>
    attributes {check.numpy =
      "sum(np.einsum('nxc,co->nxo', x[:, i:i+3:2], k[i]) for i in range(3))"} {
  %y = composite.conv_permuted %x [0, 2, 1], %k [2, 1, 0] result [0, 2, 1]
      strides [2] low [0] high [0] lhs_dilation [1] rhs_dilation [1]
      : tensor<?x?x2xf64>, tensor<3x2x?xf64>
  return %y : tensor<?x?x?xf64>
}

// So large that machine code does not permute: axes of all three in an order of their own.
func.func @large_conv_permuted(%x: tensor<64x6x14x6xf32>, %k: tensor<64x3x64x3xf32>)
    -> tensor<6x64x6x14xf32> {
  %y = composite.conv_permuted %x [2, 0, 1, 3], %k [2, 0, 1, 3] result [2, 1, 3, 0]
      strides [1, 1] low [1, 0] high [1, 2] lhs_dilation [1, 1] rhs_dilation [1, 1]
      : tensor<64x6x14x6xf32>, tensor<64x3x64x3xf32>
  return %y : tensor<6x64x6x14xf32>
}
