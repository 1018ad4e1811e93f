func.func @expand(%x: tensor<3x1xf64>) -> tensor<2x3x4xf64> attributes {check.numpy = "np.broadcast_to(x, (2, 3, 4))"} {
  %y = composite.expand %x sizes [2, -1, 4] : tensor<3x1xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @expand_of_open_size(%x: tensor<?x1xf64> {check.shape = [3, 1]}) -> tensor<2x?x4xf64>
    attributes {check.numpy = "np.broadcast_to(x, (2, 3, 4))"} {
  %y = composite.expand %x sizes [2, -1, 4] : tensor<?x1xf64>
  return %y : tensor<2x?x4xf64>
}

func.func @expand_of_number(%x: tensor<f64>) -> tensor<2xf64> attributes {check.numpy = "np.broadcast_to(x, 2)"} {
  %y = composite.expand %x sizes [2] : tensor<f64>
  return %y : tensor<2xf64>
}

func.func @expand_to_nothing(%x: tensor<1x2xf64>) -> tensor<0x2xf64> attributes {check.numpy = "np.zeros((0, 2))"} {
  %y = composite.expand %x sizes [0, -1] : tensor<1x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @tile(%x: tensor<2x3xf64>) -> tensor<2x2x9xf64> attributes {check.numpy = "np.tile(x, (2, 1, 3))"} {
  %y = composite.tile %x repeats [2, 1, 3] : tensor<2x3xf64>
  return %y : tensor<2x2x9xf64>
}

func.func @tile_of_last_axis(%x: tensor<2x3xf64>) -> tensor<2x6xf64> attributes {check.numpy = "np.tile(x, 2)"} {
  %y = composite.tile %x repeats [2] : tensor<2x3xf64>
  return %y : tensor<2x6xf64>
}

func.func @tile_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.tile(x, (2, 3))"} {
  %y = composite.tile %x repeats [2, 3] : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @tile_of_number(%x: tensor<f64>) -> tensor<3xf64> attributes {check.numpy = "np.tile(x, 3)"} {
  %y = composite.tile %x repeats [3] : tensor<f64>
  return %y : tensor<3xf64>
}

func.func @tile_no_times(%x: tensor<2xf64>) -> tensor<0xf64> attributes {check.numpy = "np.tile(x, 0)"} {
  %y = composite.tile %x repeats [0] : tensor<2xf64>
  return %y : tensor<0xf64>
}

func.func @tile_of_truth_values() -> tensor<4xi1> {
  %x = prim.constant dense<[true, false]> : tensor<2xi1>
  %y = composite.tile %x repeats [2] : tensor<2xi1>
  check.equal %y, dense<[true, false, true, false]> : tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @repeat_interleave(%x: tensor<2x3xf64>) -> tensor<2x6xf64> attributes {check.numpy = "np.repeat(x, 2, 1)"} {
  %y = composite.repeat_interleave %x repeats 2 axis 1 : tensor<2x3xf64>
  return %y : tensor<2x6xf64>
}

func.func @repeat_interleave_of_open_size(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.repeat(x, 3, 0)"} {
  %y = composite.repeat_interleave %x repeats 3 axis 0 : tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func @repeat_interleave_no_times(%x: tensor<2x3xf64>) -> tensor<0x3xf64> attributes {check.numpy = "np.repeat(x, 0, 0)"} {
  %y = composite.repeat_interleave %x repeats 0 axis 0 : tensor<2x3xf64>
  return %y : tensor<0x3xf64>
}
