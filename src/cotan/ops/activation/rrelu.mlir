func.func @rrelu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x >= 0, x, (1 / 8 + 1 / 3) / 2 * x)", check.kinks = "at 0"} {
  %y = composite.rrelu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Slopes that are the uniform numbers themselves.
func.func @rrelu_of_random_slopes(%x: tensor<8xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> (tensor<8xf64>, tensor<8xf64>)
    attributes {check.f64_only, check.kinks = "at 0"} {
  %y = composite.rrelu %x, %key lower 0.0 upper 1.0 : tensor<8xf64>
  %f = prim.random_uniform %key -> tensor<8xf32>
  %u = prim.cast %f : tensor<8xf32> -> tensor<8xf64>
  %z = composite.prelu %x, %u : tensor<8xf64>
  return %y, %z : tensor<8xf64>, tensor<8xf64>
}

func.func @rrelu_of_open_sizes(%x: tensor<?xf64> {check.shape = [5]},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(x >= 0, x, x / 4)", check.kinks = "at 0"} {
  %y = composite.rrelu %x, %key lower 0.25 upper 0.25 : tensor<?xf64>
  return %y : tensor<?xf64>
}
