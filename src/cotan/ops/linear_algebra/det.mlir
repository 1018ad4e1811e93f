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

func.func @det_of_2_rows_of_complex_numbers(%x: tensor<2x2x2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.det(x[..., 0] + 1j * x[..., 1]))"} {
  %a = prim.as_complex %x : tensor<2x2x2xf64>
  %d = composite.det %a : tensor<2x2xcomplex<f64>>
  %y = prim.as_real %d : tensor<complex<f64>>
  return %y : tensor<2xf64>
}

func.func @det_of_4_rows_of_complex_numbers(%x: tensor<4x4x2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.det(x[..., 0] + 1j * x[..., 1]))"} {
  %a = prim.as_complex %x : tensor<4x4x2xf64>
  %d = composite.det %a : tensor<4x4xcomplex<f64>>
  %y = prim.as_real %d : tensor<complex<f64>>
  return %y : tensor<2xf64>
}

func.func @det_of_open_sizes_of_complex_numbers(%x: tensor<?x?x2xf64> {check.shape = [3, 3, 2]}) -> tensor<2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.det(x[..., 0] + 1j * x[..., 1]))"} {
  %a = prim.as_complex %x : tensor<?x?x2xf64>
  %d = composite.det %a : tensor<?x?xcomplex<f64>>
  %y = prim.as_real %d : tensor<complex<f64>>
  return %y : tensor<2xf64>
}
