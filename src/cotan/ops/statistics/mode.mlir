func.func @mode(%x: tensor<2x5xi64> {check.value = dense<[[3, 1, 2, 1, 3], [0, 4, 4, -1, 4]]> : tensor<2x5xi64>})
    -> (tensor<2xi64>, tensor<2xi64>)
    attributes {check.numpy = "(np.array([1, 4]), np.array([3, 4]))"} {
  %v, %i = composite.mode %x axis 1 : tensor<2x5xi64>
  return %v, %i : tensor<2xi64>, tensor<2xi64>
}

func.func @mode_of_open_sizes(%x: tensor<?x2xf64> {check.value = dense<[[1.5, 0.0], [2.0, 1.0], [2.0, 2.0]]> : tensor<3x2xf64>})
    -> (tensor<1x2xf64>, tensor<1x2xi64>)
    attributes {check.numpy = "(np.array([[2.0, 0.0]]), np.array([[2, 0]]))", check.no_gradient} {
  %v, %i = composite.mode %x axis 0 keepdims : tensor<?x2xf64>
  return %v, %i : tensor<1x2xf64>, tensor<1x2xi64>
}

func.func @mode_of_different_numbers(%x: tensor<4xf64>) -> tensor<f64>
    attributes {check.numpy = "x.min()", check.no_gradient} {
  %v, %i = composite.mode %x axis 0 : tensor<4xf64>
  return %v : tensor<f64>
}
