// Beside the noise of the uniform numbers under the same key.
func.func @gumbel_softmax(%x: tensor<2x3xf64>,
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> (tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.f64_only} {
  %y = composite.gumbel_softmax %x, %key tau 0.5 axis 1 : tensor<2x3xf64>
  %f = prim.random_uniform %key -> tensor<2x3xf32>
  %u = prim.cast %f : tensor<2x3xf32> -> tensor<2x3xf64>
  %a = prim.log %u : tensor<2x3xf64>
  %b = prim.neg %a : tensor<2x3xf64>
  %c = prim.log %b : tensor<2x3xf64>
  %d = prim.sub %x, %c : tensor<2x3xf64>
  %e = prim.add %d, %d : tensor<2x3xf64>
  %z = composite.softmax %e axis 1 : tensor<2x3xf64>
  return %y, %z : tensor<2x3xf64>, tensor<2x3xf64>
}

// Reverse mode is that of the soft choice, which no difference sees.
func.func @gumbel_softmax_hard(%x: tensor<4xf64> {check.value = dense<[0.0, 9.0, 0.0, 0.0]> : tensor<4xf64>},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<4xf64>
    attributes {check.numpy = "np.array([0, 1, 0, 0])", check.no_gradient} {
  %y = composite.gumbel_softmax %x, %key hard axis 0 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @gumbel_softmax_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3]},
    %key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>}) -> tensor<?x?xf64> {
  %y = composite.gumbel_softmax %x, %key axis 1 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
