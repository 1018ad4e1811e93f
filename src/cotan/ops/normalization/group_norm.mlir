func.func @group_norm(%x: tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
    attributes {check.numpy = "((x.reshape(2, 2, 4) - x.reshape(2, 2, 4).mean(2, keepdims=True)) / np.sqrt(x.reshape(2, 2, 4).var(2, keepdims=True) + 1e-5)).reshape(2, 4, 2)"} {
  %y = composite.group_norm %x groups 2 axis 1 : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @group_norm_with_parameters(%x: tensor<2x2x4xf64>, %s: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<2x2x4xf64>
    attributes {check.numpy = "((x.reshape(2, 2, 2, 2) - x.reshape(2, 2, 2, 2).mean((1, 3), keepdims=True)) / np.sqrt(x.reshape(2, 2, 2, 2).var((1, 3), keepdims=True) + 1e-3)).reshape(2, 2, 4) * s + b"} {
  %y = composite.group_norm %x scale %s : tensor<4xf64> bias %b : tensor<4xf64> groups 2 axis 2 epsilon 1.0e-3
      : tensor<2x2x4xf64>
  return %y : tensor<2x2x4xf64>
}

func.func @group_norm_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 6]},
    %b: tensor<?xf64> {check.shape = [6]}) -> tensor<?x?xf64>
    attributes {check.numpy = "((x.reshape(2, 2, 3) - x.reshape(2, 2, 3).mean(2, keepdims=True)) / np.sqrt(x.reshape(2, 2, 3).var(2, keepdims=True) + 1e-5)).reshape(2, 6) + b"} {
  %y = composite.group_norm %x bias %b : tensor<?xf64> groups 2 axis 1 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @instance_norm(%x: tensor<2x3x3xf64>, %s: tensor<3xf64>) -> tensor<2x3x3xf64>
    attributes {check.numpy = "(x - x.mean(2, keepdims=True)) / np.sqrt(x.var(2, keepdims=True) + 1e-5) * s[:, None]"} {
  %y = composite.instance_norm %x scale %s : tensor<3xf64> axis 1 : tensor<2x3x3xf64>
  return %y : tensor<2x3x3xf64>
}

func.func @instance_norm_of_open_sizes(%x: tensor<?x?x2xf64> {check.shape = [2, 3, 2]}) -> tensor<?x?x2xf64>
    attributes {check.numpy = "(x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-3)"} {
  %y = composite.instance_norm %x axis 2 epsilon 1.0e-3 : tensor<?x?x2xf64>
  return %y : tensor<?x?x2xf64>
}
