func.func @batch_norm(%x: tensor<3x2x2xf64>,
    %scale: tensor<2xf64>,
    %bias: tensor<2xf64>) -> (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
    attributes {check.numpy = "((x - x.mean((0, 2), keepdims=True)) / np.sqrt(x.var((0, 2), keepdims=True) + 1e-5) * scale[:, None] + bias[:, None], x.mean((0, 2)), x.var((0, 2)))"} {
  %y, %mean, %variance = composite.batch_norm %x, %scale, %bias axis 1
      : tensor<3x2x2xf64>, tensor<2xf64>
  return %y, %mean, %variance : tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>
}

func.func @batch_norm_of_open_sizes(%x: tensor<?x2x?xf64> {check.shape = [3, 2, 2]},
    %scale: tensor<2xf64>,
    %bias: tensor<2xf64>) -> (tensor<?x2x?xf64>, tensor<2xf64>, tensor<2xf64>)
    attributes {check.numpy = "((x - x.mean((0, 2), keepdims=True)) / np.sqrt(x.var((0, 2), keepdims=True) + 1e-5) * scale[:, None] + bias[:, None], x.mean((0, 2)), x.var((0, 2)))"} {
  %y, %mean, %variance = composite.batch_norm %x, %scale, %bias axis 1
      : tensor<?x2x?xf64>, tensor<2xf64>
  return %y, %mean, %variance : tensor<?x2x?xf64>, tensor<2xf64>, tensor<2xf64>
}

func.func @batch_norm_with_features_last(%x: tensor<5x2xf64>,
    %scale: tensor<2xf64>,
    %bias: tensor<2xf64>) -> tensor<5x2xf64>
    attributes {check.numpy = "(x - x.mean(0)) / np.sqrt(x.var(0) + 1e-3) * scale + bias"} {
  %y, %mean, %variance = composite.batch_norm %x, %scale, %bias axis 1 epsilon 1.0e-3
      : tensor<5x2xf64>, tensor<2xf64>
  return %y : tensor<5x2xf64>
}

func.func @batch_norm_inference(%x: tensor<3x2x2xf64>,
    %scale: tensor<2xf64>,
    %bias: tensor<2xf64>,
    %mean: tensor<2xf64>,
    %variance: tensor<2xf64> {check.range = [0.5, 2.0]}) -> tensor<3x2x2xf64>
    attributes {check.numpy = "(x - mean[:, None]) / np.sqrt(variance[:, None] + 1e-3) * scale[:, None] + bias[:, None]"} {
  %y = composite.batch_norm_inference %x, %scale, %bias, %mean, %variance axis 1 epsilon 1.0e-3
      : tensor<3x2x2xf64>, tensor<2xf64>
  return %y : tensor<3x2x2xf64>
}
