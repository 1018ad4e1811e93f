func.func @det(%a: tensor<2x3x3xf64>) -> tensor<2xf64> attributes {check.numpy = "np.linalg.det(a)"} {
  %y = composite.det %a : tensor<2x3x3xf64>
  return %y : tensor<2xf64>
}

func.func @det_of_one_and_two_rows(%a: tensor<1x1xf64>, %b: tensor<2x2xf64>) -> (tensor<f64>, tensor<f64>)
    attributes {check.numpy = "(np.linalg.det(a), np.linalg.det(b))"} {
  %x = composite.det %a : tensor<1x1xf64>
  %y = composite.det %b : tensor<2x2xf64>
  return %x, %y : tensor<f64>, tensor<f64>
}

func.func @det_of_five_rows(%a: tensor<5x5xf64>) -> tensor<f64> attributes {check.numpy = "np.linalg.det(a)"} {
  %y = composite.det %a : tensor<5x5xf64>
  return %y : tensor<f64>
}

func.func @det_of_nothing(%a: tensor<0x0xf64>, %b: tensor<0x2x2xf64>) -> (tensor<f64>, tensor<0xf64>)
    attributes {check.numpy = "(np.linalg.det(a), np.linalg.det(b))"} {
  %x = composite.det %a : tensor<0x0xf64>
  %y = composite.det %b : tensor<0x2x2xf64>
  return %x, %y : tensor<f64>, tensor<0xf64>
}

func.func @det_of_open_sizes(%a: tensor<?x?xf64> {check.value = dense<[[1.0, 3.0], [2.0, 1.0]]> : tensor<2x2xf64>})
    -> tensor<f64> attributes {check.numpy = "np.linalg.det(a)"} {
  %y = composite.det %a : tensor<?x?xf64>
  return %y : tensor<f64>
}

// The rank is 2, 1, 0: where it is less than n - 1 there are no cofactors but 0.
func.func @cofactors_of_singular_matrices() -> tensor<3x3x3xf64> {
  %a = prim.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
                            [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]],
                            [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<3x3x3xf64>
  %y = composite.cofactors %a : tensor<3x3x3xf64>
  check.close %y, dense<[[[-3.0, 6.0, -3.0], [6.0, -12.0, 6.0], [-3.0, 6.0, -3.0]],
                         [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
                         [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<3x3x3xf64>
  return %y : tensor<3x3x3xf64>
}

func.func @cofactors_of_five_rows(%a: tensor<5x5xf64>) -> tensor<5x5xf64>
    attributes {check.numpy = "np.linalg.det(a) * np.linalg.inv(a).T", check.order = 2} {
  %y = composite.cofactors %a : tensor<5x5xf64>
  return %y : tensor<5x5xf64>
}
