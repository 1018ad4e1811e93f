func.func @flip(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
    attributes {check.numpy = "np.flip(x, (0, 2))"} {
  %y = prim.flip %x axes [0, 2] : tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @flip_of_no_axis(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = prim.flip %x axes [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @flip_of_nothing(%x: tensor<0x3xf64>) -> tensor<0x3xf64>
    attributes {check.numpy = "np.flip(x)"} {
  %y = prim.flip %x axes [0, 1] : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}

func.func @flip_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x[::-1]"} {
  %y = prim.flip %x axes [0] : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @flip_twice_is_nothing(%x: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x"} {
  %y = prim.flip %x axes [0] : tensor<3xf64>
  %z = prim.flip %y axes [0] : tensor<3xf64>
  return %z : tensor<3xf64>
}
