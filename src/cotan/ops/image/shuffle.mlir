func.func @pixel_shuffle(%x: tensor<2x2x3x8xf64>) -> tensor<2x4x6x2xf64>
    attributes {check.numpy = "x.reshape(2, 2, 3, 2, 2, 2).transpose(0, 1, 4, 2, 5, 3).reshape(2, 4, 6, 2)"} {
  %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<2x2x3x8xf64>
  return %y : tensor<2x4x6x2xf64>
}

func.func @pixel_shuffle_of_open_sizes(%x: tensor<?x2x?x?xf64> {check.shape = [2, 2, 1, 9]}) -> tensor<?x6x?x?xf64>
    attributes {check.numpy = "x.reshape(2, 2, 1, 1, 3, 3).transpose(0, 1, 4, 2, 5, 3).reshape(2, 6, 3, 1)"} {
  %y = composite.pixel_shuffle %x upscale_factor 3 : tensor<?x2x?x?xf64>
  return %y : tensor<?x6x?x?xf64>
}

func.func @pixel_shuffle_of_nothing(%x: tensor<0x2x4xf64>) -> tensor<0x4x1xf64> attributes {check.numpy = "np.zeros((0, 4, 1))"} {
  %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<0x2x4xf64>
  return %y : tensor<0x4x1xf64>
}

func.func @pixel_unshuffle(%x: tensor<4x6x2xf64>) -> tensor<2x3x8xf64>
    attributes {check.numpy = "x.reshape(2, 2, 3, 2, 2).transpose(0, 2, 4, 1, 3).reshape(2, 3, 8)"} {
  %y = composite.pixel_unshuffle %x downscale_factor 2 : tensor<4x6x2xf64>
  return %y : tensor<2x3x8xf64>
}

func.func @pixel_unshuffle_of_open_sizes(%x: tensor<?x?x?x?xf64> {check.shape = [2, 2, 4, 1]}) -> tensor<?x?x?x?xf64>
    attributes {check.numpy = "x.reshape(2, 1, 2, 2, 2, 1).transpose(0, 1, 3, 5, 2, 4).reshape(2, 1, 2, 4)"} {
  %y = composite.pixel_unshuffle %x downscale_factor 2 : tensor<?x?x?x?xf64>
  return %y : tensor<?x?x?x?xf64>
}

func.func @pixel_unshuffle_goes_back(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> attributes {check.numpy = "x"} {
  %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<2x3x4xf64>
  %z = composite.pixel_unshuffle %y downscale_factor 2 : tensor<4x6x1xf64>
  return %z : tensor<2x3x4xf64>
}

func.func @channel_shuffle(%x: tensor<2x6xf64>) -> tensor<2x6xf64> attributes {check.numpy = "x[:, [0, 2, 4, 1, 3, 5]]"} {
  %y = composite.channel_shuffle %x groups 3 : tensor<2x6xf64>
  return %y : tensor<2x6xf64>
}

func.func @channel_shuffle_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 6]}) -> tensor<?x?xf64>
    attributes {check.numpy = "x[:, [0, 3, 1, 4, 2, 5]]"} {
  %y = composite.channel_shuffle %x groups 2 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @channel_shuffle_of_truth_values() -> tensor<4xi1> {
  %x = prim.constant dense<[true, false, false, true]> : tensor<4xi1>
  %y = composite.channel_shuffle %x groups 2 : tensor<4xi1>
  check.equal %y, dense<[true, false, false, true]> : tensor<4xi1>
  return %y : tensor<4xi1>
}
