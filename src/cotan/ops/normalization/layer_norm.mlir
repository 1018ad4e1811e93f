func.func @layer_norm(%x: tensor<2x4xf64>,
    %scale: tensor<4xf64>,
    %bias: tensor<4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "(x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * scale + bias"} {
  %y = composite.layer_norm %x, %scale, %bias axes [1] : tensor<2x4xf64>, tensor<4xf64>
  return %y : tensor<2x4xf64>
}

func.func @layer_norm_of_open_sizes(%x: tensor<?x3x?xf64> {check.shape = [2, 3, 2]},
    %scale: tensor<3x?xf64> {check.shape = [3, 2]},
    %bias: tensor<3x?xf64> {check.shape = [3, 2]}) -> tensor<?x3x?xf64>
    attributes {check.numpy = "(x - x.mean((1, 2), keepdims=True)) / np.sqrt(x.var((1, 2), keepdims=True) + 1e-3) * scale + bias"} {
  %y = composite.layer_norm %x, %scale, %bias axes [1, 2] epsilon 1.0e-3
      : tensor<?x3x?xf64>, tensor<3x?xf64>
  return %y : tensor<?x3x?xf64>
}

func.func @layer_norm_along_the_first_axis(%x: tensor<4x2xf64>,
    %scale: tensor<4xf64>,
    %bias: tensor<4xf64>) -> tensor<4x2xf64>
    attributes {check.numpy = "(x - x.mean(0)) / np.sqrt(x.var(0) + 1e-5) * scale[:, None] + bias[:, None]"} {
  %y = composite.layer_norm %x, %scale, %bias axes [0] : tensor<4x2xf64>, tensor<4xf64>
  return %y : tensor<4x2xf64>
}

func.func @layer_norm_of_nothing(%x: tensor<0x2xf64>,
    %scale: tensor<2xf64>,
    %bias: tensor<2xf64>) -> tensor<0x2xf64>
    attributes {check.numpy = "x"} {
  %y = composite.layer_norm %x, %scale, %bias axes [1] : tensor<0x2xf64>, tensor<2xf64>
  return %y : tensor<0x2xf64>
}

func.func @rms_norm(%x: tensor<2x4xf64>, %scale: tensor<4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * scale"} {
  %y = composite.rms_norm %x, %scale axes [1] : tensor<2x4xf64>, tensor<4xf64>
  return %y : tensor<2x4xf64>
}

func.func @rms_norm_of_open_sizes(%x: tensor<2x?xf64> {check.shape = [2, 3]},
    %scale: tensor<?xf64> {check.shape = [3]}) -> tensor<2x?xf64>
    attributes {check.numpy = "x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-3) * scale"} {
  %y = composite.rms_norm %x, %scale axes [1] epsilon 1.0e-3 : tensor<2x?xf64>, tensor<?xf64>
  return %y : tensor<2x?xf64>
}
