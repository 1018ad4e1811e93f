func.func @local_response_norm(%x: tensor<2x4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "x / (1 + 0.5 / 3 * np.stack([(x[:, max(0, i - 1):i + 2] ** 2).sum(1) for i in range(4)], 1)) ** 0.75"} {
  %y = composite.local_response_norm %x size 3 axis 1 {alpha = 0.5} : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @local_response_norm_of_even_size(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x / (2 + 1 / 4 * np.stack([(x[max(0, i - 2):i + 2] ** 2).sum(0) for i in range(3)])) ** 0.5"} {
  %y = composite.local_response_norm %x size 4 axis 0 {alpha = 1.0, beta = 0.5, k = 2.0} : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @local_response_norm_wider_than_x(%x: tensor<2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "x / (1 + (x ** 2).sum() / 9) ** 0.75"} {
  %y = composite.local_response_norm %x size 9 axis 0 {alpha = 1.0} : tensor<2xf64>
  return %y : tensor<2xf64>
}
