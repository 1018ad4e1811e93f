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
