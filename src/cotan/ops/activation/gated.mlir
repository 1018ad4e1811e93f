func.func @glu(%x: tensor<2x4xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "x[:, :2] * sp.expit(x[:, 2:])"} {
  %y = composite.glu %x axis 1 : tensor<2x4xf64>
  return %y : tensor<2x2xf64>
}

func.func @glu_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [4, 3]}) -> tensor<?x3xf64>
    attributes {check.numpy = "x[:2] * sp.expit(x[2:])"} {
  %y = composite.glu %x axis 0 : tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func @glu_of_nothing(%x: tensor<3x0xf64>) -> tensor<3x0xf64> attributes {check.numpy = "x"} {
  %y = composite.glu %x axis 1 : tensor<3x0xf64>
  return %y : tensor<3x0xf64>
}

func.func @reglu(%x: tensor<2x4xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "x[:, :2] * np.maximum(x[:, 2:], 0)", check.kinks = "where the second half is 0"} {
  %y = composite.reglu %x axis 1 : tensor<2x4xf64>
  return %y : tensor<2x2xf64>
}

func.func @geglu(%x: tensor<4x2xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "x[:2] * x[2:] * sp.ndtr(x[2:])"} {
  %y = composite.geglu %x axis 0 : tensor<4x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @swiglu(%x: tensor<2x?xf64> {check.shape = [2, 4]}) -> tensor<2x?xf64>
    attributes {check.numpy = "x[:, :2] * x[:, 2:] * sp.expit(x[:, 2:])"} {
  %y = composite.swiglu %x axis 1 : tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}
