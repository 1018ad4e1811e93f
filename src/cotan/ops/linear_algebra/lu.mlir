func.func @lu(%a: tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4xi64>) attributes {check.numpy =
    "tuple(np.stack(s) for s in zip(*[(np.tril(l, -1) + u, np.argmax(p, 0)) for p, l, u in map(scipy.linalg.lu, a)]))", check.kinks = "where the best pivot is not the only one, and at singular matrices"} {
  %factors, %permutation = prim.lu %a : tensor<2x4x4xf64>
  return %factors, %permutation : tensor<2x4x4xf64>, tensor<2x4xi64>
}

func.func @determinant(%x: tensor<3x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.linalg.det(x + 3 * np.eye(3))", check.kinks = "where a row moves: the sign is left out"} {
  %three = prim.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %a = prim.add %x, %three : tensor<3x3xf64> // large on the diagonal: no row moves
  %factors, %permutation = prim.lu %a : tensor<3x3xf64>
  %i = prim.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  %m = prim.mul %factors, %i : tensor<3x3xf64>
  %diagonal = prim.sum %m axes [1] : tensor<3x3xf64>
  %y = prim.prod %diagonal axes [0] : tensor<3xf64>
  return %y : tensor<f64>
}

func.func @lu_of_open_sizes(%a: tensor<?x?xf64> {check.shape = [3, 3]}) -> (tensor<?x?xf64>, tensor<?xi64>) attributes {check.kinks = "where the best pivot is not the only one, and at singular matrices"} {
  %factors, %permutation = prim.lu %a : tensor<?x?xf64>
  return %factors, %permutation : tensor<?x?xf64>, tensor<?xi64>
}

func.func @lu_of_nothing(%a: tensor<0x0xf64>, %b: tensor<0x2x2xf64>)
    -> (tensor<0x0xf64>, tensor<0xi64>, tensor<0x2x2xf64>, tensor<0x2xi64>) {
  %f, %p = prim.lu %a : tensor<0x0xf64>
  %g, %q = prim.lu %b : tensor<0x2x2xf64>
  return %f, %p, %g, %q : tensor<0x0xf64>, tensor<0xi64>, tensor<0x2x2xf64>, tensor<0x2xi64>
}

func.func @singular_matrices_have_a_zero_on_the_diagonal() -> (tensor<2x2x2xf64>, tensor<2x2xi64>) {
  %a = prim.constant dense<[[[1.0, 2.0], [2.0, 4.0]], [[0.0, 1.0], [0.0, 3.0]]]> : tensor<2x2x2xf64>
  %factors, %permutation = prim.lu %a : tensor<2x2x2xf64>
  check.equal %factors, dense<[[[2.0, 4.0], [0.5, 0.0]], [[0.0, 1.0], [0.0, 3.0]]]> : tensor<2x2x2xf64>
  check.equal %permutation, dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  return %factors, %permutation : tensor<2x2x2xf64>, tensor<2x2xi64>
}

func.func @solve(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    attributes {check.numpy = "np.linalg.solve(a - 2 * np.eye(3)[::-1], b)"} {
  %two = prim.constant dense<[[[0.0, 0.0, 2.0], [0.0, 2.0, 0.0], [2.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %two : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %c = prim.sub %a, %e : tensor<2x3x3xf64>
  %factors, %permutation = prim.lu %c : tensor<2x3x3xf64>
  %x = prim.lu_solve %c, %factors, %permutation, %b
      : tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<2x3xi64>, tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}

func.func @solve_transposed(%a: tensor<3x3xf64>, %b: tensor<3x1xf64>) -> tensor<3x1xf64>
    attributes {check.numpy = "np.linalg.solve((a - 2 * np.roll(np.eye(3), 1, 0)).T, b)"} {
  %two = prim.constant dense<[[0.0, 0.0, 2.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]> : tensor<3x3xf64>
  %c = prim.sub %a, %two : tensor<3x3xf64>
  %factors, %permutation = prim.lu %c : tensor<3x3xf64>
  %x = prim.lu_solve %c, %factors, %permutation, %b {transpose}
      : tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xi64>, tensor<3x1xf64>
  return %x : tensor<3x1xf64>
}

func.func @solve_of_open_sizes(%a: tensor<?x?xf64> {check.value = dense<[[1.0, 3.0], [2.0, 1.0]]> : tensor<2x2xf64>},
    %b: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.linalg.solve(a, b)"} {
  %factors, %permutation = prim.lu %a : tensor<?x?xf64>
  %x = prim.lu_solve %a, %factors, %permutation, %b
      : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xi64>, tensor<?x?xf64>
  return %x : tensor<?x?xf64>
}

func.func @solve_of_nothing(%a: tensor<0x0xf64>, %b: tensor<0x2xf64>, %c: tensor<2x2xf64>, %d: tensor<2x0xf64>)
    -> (tensor<0x2xf64>, tensor<2x0xf64>) attributes {check.numpy = "(b, d)"} {
  %f, %p = prim.lu %a : tensor<0x0xf64>
  %x = prim.lu_solve %a, %f, %p, %b : tensor<0x0xf64>, tensor<0x0xf64>, tensor<0xi64>, tensor<0x2xf64>
  %g, %q = prim.lu %c : tensor<2x2xf64>
  %y = prim.lu_solve %c, %g, %q, %d : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xi64>, tensor<2x0xf64>
  return %x, %y : tensor<0x2xf64>, tensor<2x0xf64>
}

func.func @lanes_with_one_factored_matrix(%a: tensor<3x3xf64> {check.shared}, %b: tensor<3x2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.linalg.solve(a + 2 * np.eye(3), b)"} {
  %two = prim.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %c = prim.add %a, %two : tensor<3x3xf64>
  %factors, %permutation = prim.lu %c : tensor<3x3xf64>
  %x = prim.lu_solve %c, %factors, %permutation, %b
      : tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xi64>, tensor<3x2xf64>
  return %x : tensor<3x2xf64>
}

func.func @lu_of_complex_numbers(%x: tensor<2x3x3x2xf64>) -> (tensor<2x3x3x2xf64>, tensor<2x3xi64>) attributes {check.numpy =
    "tuple(np.stack(s) for s in zip(*[((lambda f: np.stack([f.real, f.imag], -1))(np.tril(l, -1) + u), np.argmax(p.real, 0)) for p, l, u in map(scipy.linalg.lu, x[..., 0] + 1j * x[..., 1])]))", check.kinks = "where the best pivot is not the only one, and at singular matrices"} {
  %a = prim.as_complex %x : tensor<2x3x3x2xf64>
  %factors, %permutation = prim.lu %a : tensor<2x3x3xcomplex<f64>>
  %y = prim.as_real %factors : tensor<2x3x3xcomplex<f64>>
  return %y, %permutation : tensor<2x3x3x2xf64>, tensor<2x3xi64>
}

func.func @solve_of_complex_numbers(%x: tensor<3x3x2xf64>, %y: tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3x2x2xf64>) attributes {check.numpy =
    "tuple((lambda f: np.stack([f.real, f.imag], -1))(np.linalg.solve(a, y[..., 0] + 1j * y[..., 1])) for a in [x[..., 0] + 1j * x[..., 1] - 2 * np.eye(3)[::-1]] for a in (a, a.T))"} {
  %two = prim.constant dense<[[[0.0, 0.0], [0.0, 0.0], [2.0, 0.0]], [[0.0, 0.0], [2.0, 0.0], [0.0, 0.0]], [[2.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<3x3x2xf64>
  %c = prim.sub %x, %two : tensor<3x3x2xf64>
  %a = prim.as_complex %c : tensor<3x3x2xf64>
  %b = prim.as_complex %y : tensor<3x2x2xf64>
  %factors, %permutation = prim.lu %a : tensor<3x3xcomplex<f64>>
  %s = prim.lu_solve %a, %factors, %permutation, %b
      : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3xi64>, tensor<3x2xcomplex<f64>>
  %t = prim.lu_solve %a, %factors, %permutation, %b {transpose}
      : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3xi64>, tensor<3x2xcomplex<f64>>
  %u = prim.as_real %s : tensor<3x2xcomplex<f64>>
  %v = prim.as_real %t : tensor<3x2xcomplex<f64>>
  return %u, %v : tensor<3x2x2xf64>, tensor<3x2x2xf64>
}
