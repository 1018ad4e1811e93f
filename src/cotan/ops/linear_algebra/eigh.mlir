// Eigenvalues far apart, in the order of the diagonal.
func.func @eigh(%x: tensor<2x3x3xf64>) -> (tensor<2x3xf64>, tensor<2x3x3xf64>) attributes {check.numpy =
    "(lambda w, v: (w, v * np.sign(np.diagonal(v, 0, 1, 2))[:, None]))(*np.linalg.eigh(x + np.diag([0, 4, 8])))"} {
  %d = prim.constant dense<[[[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 8.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %d : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %a = prim.add %x, %e : tensor<2x3x3xf64>
  %w, %v = prim.eigh %a : tensor<2x3x3xf64>
  return %w, %v : tensor<2x3xf64>, tensor<2x3x3xf64>
}

func.func @eigh_of_open_sizes(%x: tensor<?x?xf64> {check.value = dense<[[1.0, 7.0], [0.5, 3.0]]> : tensor<2x2xf64>})
    -> (tensor<?xf64>, tensor<?x?xf64>) attributes {check.numpy =
    "(lambda w, v: (w, v * np.sign(np.diagonal(v))))(*np.linalg.eigh(x))", check.kinks = "where eigenvalues coincide"} {
  %w, %v = prim.eigh %x : tensor<?x?xf64>
  return %w, %v : tensor<?xf64>, tensor<?x?xf64>
}

// What depends on the eigenvalues alone has a derivative where they coincide.
func.func @eigenvalues_that_coincide(%x: tensor<3x3xf64>
    {check.value = dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf64>}) -> tensor<f64>
    attributes {check.numpy = "np.exp(2.0) * 3", check.order = 1} {
  %w, %v = prim.eigh %x : tensor<3x3xf64>
  %e = prim.exp %w : tensor<3xf64>
  %y = prim.sum %e axes [0] : tensor<3xf64>
  return %y : tensor<f64>
}

func.func @eigh_of_nothing(%x: tensor<2x0x0xf64>, %y: tensor<0x2x2xf64>)
    -> (tensor<2x0xf64>, tensor<2x0x0xf64>, tensor<0x2xf64>, tensor<0x2x2xf64>)
    attributes {check.numpy = "(np.zeros((2, 0)), x, np.zeros((0, 2)), y)"} {
  %w, %v = prim.eigh %x : tensor<2x0x0xf64>
  %z, %u = prim.eigh %y : tensor<0x2x2xf64>
  return %w, %v, %z, %u : tensor<2x0xf64>, tensor<2x0x0xf64>, tensor<0x2xf64>, tensor<0x2x2xf64>
}

// Of (1, -1), the first element is about as large as the largest.
func.func @signs_of_eigenvectors() -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %x = prim.constant dense<[[0.0, 9.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %w, %v = prim.eigh %x : tensor<2x2xf64>
  check.close %w, dense<[-1.0, 1.0]> : tensor<2xf64>
  check.close %v, dense<[[0.7071067811865476, 0.7071067811865476], [-0.7071067811865476, 0.7071067811865476]]> : tensor<2x2xf64>
  %n = prim.constant dense<[[0x7FF8000000000000, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %z, %u = prim.eigh %n : tensor<2x2xf64>
  check.equal %z, dense<0x7FF8000000000000> : tensor<2xf64>
  check.equal %u, dense<0x7FF8000000000000> : tensor<2x2xf64>
  return %v, %u : tensor<2x2xf64>, tensor<2x2xf64>
}

// The projections on the eigenvectors' lines do not depend on their phases.
func.func @eigh_of_complex_numbers(%x: tensor<3x3x2xf64>) -> (tensor<3xf64>, tensor<3x3x2xf64>) attributes {check.numpy =
    "(lambda w, v: (w, np.stack([(p := (v * np.array([1.0, 2.0, 4.0])) @ v.conj().T).real, p.imag], -1)))(*np.linalg.eigh(np.tril(x[..., 0] + 1j * x[..., 1], -1) + np.eye(3) * x[..., 0] + np.diag([0, 4, 8])))"} {
  %d = prim.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [8.0, 0.0]]]> : tensor<3x3x2xf64>
  %c = prim.add %x, %d : tensor<3x3x2xf64>
  %a = prim.as_complex %c : tensor<3x3x2xf64>
  %w, %v = prim.eigh %a : tensor<3x3xcomplex<f64>>
  %row = prim.constant dense<[[[1.0, 0.0], [2.0, 0.0], [4.0, 0.0]]]> : tensor<1x3x2xf64>
  %rows = prim.broadcast %row : tensor<1x3x2xf64> -> tensor<3x3x2xf64>
  %weights = prim.as_complex %rows : tensor<3x3x2xf64>
  %s = prim.mul %v, %weights : tensor<3x3xcomplex<f64>>
  %t = prim.transpose %v permutation [1, 0] : tensor<3x3xcomplex<f64>>
  %h = composite.conj %t : tensor<3x3xcomplex<f64>>
  %p = prim.matmul %s, %h : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
  %y = prim.as_real %p : tensor<3x3xcomplex<f64>>
  return %w, %y : tensor<3xf64>, tensor<3x3x2xf64>
}

// The first element that is about as large as the largest is real and positive.
func.func @phases_of_eigenvectors() -> tensor<2x2x2xf64> {
  %x = prim.constant dense<[[(0.0, 7.0), (9.0, 9.0)], [(0.0, 1.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %w, %v = prim.eigh %x : tensor<2x2xcomplex<f64>>
  check.close %w, dense<[-1.0, 1.0]> : tensor<2xf64>
  %y = prim.as_real %v : tensor<2x2xcomplex<f64>>
  check.close %y, dense<[[[0.7071067811865476, 0.0], [0.7071067811865476, 0.0]], [[0.0, -0.7071067811865476], [0.0, 0.7071067811865476]]]> : tensor<2x2x2xf64>
  return %y : tensor<2x2x2xf64>
}
