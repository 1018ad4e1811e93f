func.func @dropout(%x: tensor<2x4xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<2x4xf64>
    attributes {check.numpy = "x * np.array([[1, 1, 1, 1], [1, 0, 1, 1]]) / 0.75"} {
  %y = composite.dropout %x, %key rate 0.25 : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @dropout_of_open_sizes(%x: tensor<?xf64> {check.shape = [8]},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<?xf64>
    attributes {check.numpy = "x * np.array([1, 1, 1, 1, 1, 0, 1, 1]) / 0.75"} {
  %y = composite.dropout %x, %key rate 0.25 : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @dropout_of_nothing_dropped(%x: tensor<3xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<3xf64>
    attributes {check.numpy = "x"} {
  %y = composite.dropout %x, %key rate 0.0 : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @dropout_of_everything(%x: tensor<3xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<3xf64>
    attributes {check.numpy = "0 * x"} {
  %y = composite.dropout %x, %key rate 1.0 : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @dropout1d(%x: tensor<8x3xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<8x3xf64>
    attributes {check.numpy = "x * np.array([1, 1, 1, 1, 1, 0, 1, 1])[:, None] / 0.75"} {
  %y = composite.dropout1d %x, %key rate 0.25 : tensor<8x3xf64>
  return %y : tensor<8x3xf64>
}

func.func @dropout2d(%x: tensor<?x2x?x2xf64> {check.shape = [4, 2, 1, 2]},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<?x2x?x2xf64>
    attributes {check.numpy = "x * np.array([1, 1, 1, 1, 1, 0, 1, 1]).reshape(4, 2, 1, 1) / 0.75"} {
  %y = composite.dropout2d %x, %key rate 0.25 : tensor<?x2x?x2xf64>
  return %y : tensor<?x2x?x2xf64>
}

func.func @dropout3d(%x: tensor<8x1x2x1xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<8x1x2x1xf64>
    attributes {check.numpy = "x * np.array([1, 1, 1, 1, 1, 0, 1, 1]).reshape(8, 1, 1, 1) / 0.75"} {
  %y = composite.dropout3d %x, %key rate 0.25 : tensor<8x1x2x1xf64>
  return %y : tensor<8x1x2x1xf64>
}

func.func @alpha_dropout(%x: tensor<8xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<8xf64>
    attributes {check.numpy = "(np.where(np.arange(8) == 5, -1.7580993408473766, x) + 1.7580993408473766 * 0.25) / np.sqrt(0.75 * (1 + 1.7580993408473766 ** 2 * 0.25))"} {
  %y = composite.alpha_dropout %x, %key rate 0.25 : tensor<8xf64>
  return %y : tensor<8xf64>
}

func.func @alpha_dropout_of_everything(%x: tensor<?xf64> {check.shape = [3]},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<?xf64>
    attributes {check.numpy = "0 * x"} {
  %y = composite.alpha_dropout %x, %key rate 1.0 : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @feature_alpha_dropout(%x: tensor<4x2x3xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<4x2x3xf64>
    attributes {check.numpy = "(np.where(np.arange(8).reshape(4, 2, 1) == 5, -1.7580993408473766, x) + 1.7580993408473766 * 0.25) / np.sqrt(0.75 * (1 + 1.7580993408473766 ** 2 * 0.25))"} {
  %y = composite.feature_alpha_dropout %x, %key rate 0.25 : tensor<4x2x3xf64>
  return %y : tensor<4x2x3xf64>
}
