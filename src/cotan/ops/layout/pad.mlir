func.func @pad(%x: tensor<2x3xf64>, %value: tensor<f64>) -> tensor<5x4xf64>
    attributes {check.numpy = "np.pad(x, ((1, 2), (0, 1)), constant_values=value)"} {
  %y = prim.pad %x with %value low [1, 0] high [2, 1] interior [0, 0] : tensor<2x3xf64>
  return %y : tensor<5x4xf64>
}

func.func @pad_inside(%x: tensor<3xf64>, %v: tensor<f64>) -> tensor<9xf64>
    attributes {check.numpy = "np.array([v, x[0], v, v, x[1], v, v, x[2], v])"} {
  %y = prim.pad %x with %v low [1] high [1] interior [2] : tensor<3xf64>
  return %y : tensor<9xf64>
}

func.func @pad_can_crop(%x: tensor<4x5xf64>, %value: tensor<f64>) -> tensor<3x3xf64>
    attributes {check.numpy = "np.pad(x[1:, 1:-1], ((0, 0), (0, 0)))"} {
  %y = prim.pad %x with %value low [-1, -1] high [0, -1] interior [0, 0] : tensor<4x5xf64>
  return %y : tensor<3x3xf64>
}

// Spread out, x is a v v b v v c. The first four are cut off, and one is added.
func.func @crop_counts_what_is_between(%x: tensor<3xf64>, %value: tensor<f64>) -> tensor<4xf64>
    attributes {check.numpy = "np.array([value, value, x[2], value])"} {
  %y = prim.pad %x with %value low [-4] high [1] interior [2] : tensor<3xf64>
  return %y : tensor<4xf64>
}

func.func @crop_of_everything(%x: tensor<3xf64>, %value: tensor<f64>) -> tensor<2xf64>
    attributes {check.numpy = "np.array([value, value])"} {
  %y = prim.pad %x with %value low [-5] high [4] interior [0] : tensor<3xf64>
  return %y : tensor<2xf64>
}

func.func @pad_of_nothing(%x: tensor<0x2xf64>, %value: tensor<f64>) -> tensor<1x2xf64>
    attributes {check.numpy = "np.full((1, 2), value)"} {
  %y = prim.pad %x with %value low [1, 0] high [0, 0] interior [3, 0] : tensor<0x2xf64>
  return %y : tensor<1x2xf64>
}

func.func @pad_of_scalar(%x: tensor<f64>, %value: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "x"} {
  %y = prim.pad %x with %value low [] high [] interior [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @pad_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [4, 3]}, %value: tensor<f64>)
    -> tensor<?x4xf64>
    attributes {check.numpy = "np.pad(x[1:], ((0, 2), (1, 0)), constant_values=value)"} {
  %y = prim.pad %x with %value low [-1, 1] high [2, 0] interior [0, 0] : tensor<?x3xf64>
  return %y : tensor<?x4xf64>
}

func.func @pad_inside_of_open_sizes(%x: tensor<?xf64> {check.shape = [2]}, %value: tensor<f64>)
    -> tensor<?xf64> attributes {check.numpy = "np.array([x[0], value, x[1], value])"} {
  %y = prim.pad %x with %value low [0] high [1] interior [1] : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @pad_keeps_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %value = prim.constant dense<0xFFF0000000000000> : tensor<f64>
  %y = prim.pad %x with %value low [1] high [1] interior [0] : tensor<2xf64>
  check.equal %y, dense<[0xFFF0000000000000, -0.0, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}
