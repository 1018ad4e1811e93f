// Each matrix has a large diagonal; of the other triangle nothing is read.
func.func @upper_triangular_solve(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    attributes {check.numpy = "np.linalg.solve(np.triu(a) + 2 * np.eye(3), b)"} {
  %two = prim.constant dense<[[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %two : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %c = prim.add %a, %e : tensor<2x3x3xf64>
  %x = prim.triangular_solve %c, %b : tensor<2x3x3xf64>, tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}

func.func @lower_triangular_solve(%a: tensor<3x3xf64>, %b: tensor<3x4xf64>) -> tensor<3x4xf64>
    attributes {check.numpy = "np.linalg.solve(np.tril(a) + 2 * np.eye(3), b)"} {
  %two = prim.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %c = prim.add %a, %two : tensor<3x3xf64>
  %x = prim.triangular_solve %c, %b {lower} : tensor<3x3xf64>, tensor<3x4xf64>
  return %x : tensor<3x4xf64>
}

func.func @transposed_triangular_solve(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>)
    attributes {check.numpy = "(np.linalg.solve(np.tril(a).T + 2 * np.eye(3), b), np.linalg.solve(np.triu(a).T + 2 * np.eye(3), b))"} {
  %two = prim.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %c = prim.add %a, %two : tensor<3x3xf64>
  %x = prim.triangular_solve %c, %b {lower, transpose} : tensor<3x3xf64>, tensor<3x2xf64>
  %y = prim.triangular_solve %c, %b {transpose} : tensor<3x3xf64>, tensor<3x2xf64>
  return %x, %y : tensor<3x2xf64>, tensor<3x2xf64>
}

func.func @unit_triangular_solve(%a: tensor<3x3xf64>, %b: tensor<3x1xf64>) -> (tensor<3x1xf64>, tensor<3x1xf64>)
    attributes {check.numpy = "(np.linalg.solve(np.tril(a, -1) + np.eye(3), b), np.linalg.solve(np.triu(a, 1).T + np.eye(3), b))"} {
  %x = prim.triangular_solve %a, %b {lower, unit_diagonal} : tensor<3x3xf64>, tensor<3x1xf64>
  %y = prim.triangular_solve %a, %b {transpose, unit_diagonal} : tensor<3x3xf64>, tensor<3x1xf64>
  return %x, %y : tensor<3x1xf64>, tensor<3x1xf64>
}

func.func @triangular_solve_of_open_sizes(%a: tensor<?x?xf64> {check.shape = [3, 3], check.range = [1.0, 2.0]},
    %b: tensor<?x?xf64> {check.shape = [3, 2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.linalg.solve(np.triu(a), b)"} {
  %x = prim.triangular_solve %a, %b : tensor<?x?xf64>, tensor<?x?xf64>
  return %x : tensor<?x?xf64>
}

func.func @triangular_solve_of_nothing(%a: tensor<0x0xf64>, %b: tensor<0x2xf64>,
    %c: tensor<2x2xf64>, %d: tensor<2x0xf64>) -> (tensor<0x2xf64>, tensor<2x0xf64>)
    attributes {check.numpy = "(b, d)"} {
  %x = prim.triangular_solve %a, %b : tensor<0x0xf64>, tensor<0x2xf64>
  %y = prim.triangular_solve %c, %d : tensor<2x2xf64>, tensor<2x0xf64>
  return %x, %y : tensor<0x2xf64>, tensor<2x0xf64>
}

// Right sides that differ between lanes are columns where the matrix does not.
func.func @lanes_with_one_matrix(%a: tensor<3x3xf64> {check.shared, check.range = [1.0, 2.0]}, %b: tensor<3x2xf64>)
    -> tensor<3x2xf64> attributes {check.numpy = "np.linalg.solve(np.tril(a), b)"} {
  %x = prim.triangular_solve %a, %b {lower} : tensor<3x3xf64>, tensor<3x2xf64>
  return %x : tensor<3x2xf64>
}

func.func @solve_of_complex_numbers(%x: tensor<3x3x2xf64>, %y: tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3x2x2xf64>) attributes {check.numpy =
    "tuple((lambda f: np.stack([f.real, f.imag], -1))(np.linalg.solve(a, y[..., 0] + 1j * y[..., 1])) for a in [np.tril(x[..., 0] + 1j * x[..., 1], -1) + np.eye(3)] for a in (a, a.T))"} {
  %a = prim.as_complex %x : tensor<3x3x2xf64>
  %b = prim.as_complex %y : tensor<3x2x2xf64>
  %s = prim.triangular_solve %a, %b {lower, unit_diagonal} : tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>
  %t = prim.triangular_solve %a, %b {lower, transpose, unit_diagonal} : tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>
  %u = prim.as_real %s : tensor<3x2xcomplex<f64>>
  %v = prim.as_real %t : tensor<3x2xcomplex<f64>>
  return %u, %v : tensor<3x2x2xf64>, tensor<3x2x2xf64>
}
