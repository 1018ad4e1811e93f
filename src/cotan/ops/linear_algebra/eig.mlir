// Eigenvalues far apart, in the order of the diagonal. The columns have length 1; the projections
// along the other columns do not depend on their phases.
func.func @eig(%x: tensor<2x3x3x2xf64>) -> (tensor<2x3x2xf64>, tensor<2x3x3x2xf64>) attributes {check.numpy =
    "(lambda w, v: (np.stack([w.real, w.imag], -1), np.stack([v.real, v.imag], -1)))(*(lambda w, v: (w, v * np.conj((d := np.diagonal(v, 0, 1, 2)) / abs(d))[:, None]))(*(lambda w, v: (np.take_along_axis(w, np.argsort(w.real), -1), np.take_along_axis(v, np.argsort(w.real)[:, None], -1)))(*np.linalg.eig(x[..., 0] + 1j * x[..., 1] + np.diag([0, 8, 16])))))"} {
  %d = prim.constant dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [8.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [16.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %e = prim.broadcast %d : tensor<1x3x3x2xf64> -> tensor<2x3x3x2xf64>
  %c = prim.add %x, %e : tensor<2x3x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x3x2xf64>
  %w, %v = prim.eig %a : tensor<2x3x3xcomplex<f64>>
  %wr = prim.as_real %w : tensor<2x3xcomplex<f64>>
  %vr = prim.as_real %v : tensor<2x3x3xcomplex<f64>>
  return %wr, %vr : tensor<2x3x2xf64>, tensor<2x3x3x2xf64>
}

func.func @eig_of_open_sizes(%x: tensor<?x?x2xf64> {check.value = dense<[[[1.0, 0.0], [7.0, 0.0]], [[0.5, 0.0], [3.0, 0.0]]]> : tensor<2x2x2xf64>})
    -> tensor<?x2xf64> attributes {check.numpy = "np.array([[2 - 4.5 ** 0.5, 0.0], [2 + 4.5 ** 0.5, 0.0]])", check.kinks = "where eigenvalues coincide"} {
  %a = prim.as_complex %x : tensor<?x?x2xf64>
  %w, %v = prim.eig %a : tensor<?x?xcomplex<f64>>
  %y = prim.as_real %w : tensor<?xcomplex<f64>>
  return %y : tensor<?x2xf64>
}

// What depends on the eigenvalues alone has a derivative where they coincide.
func.func @sums_of_powers_where_eigenvalues_coincide(%x: tensor<3x3x2xf64>
    {check.value = dense<[[[2.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [2.0, 0.0]]]> : tensor<3x3x2xf64>}) -> tensor<f64>
    attributes {check.numpy = "np.exp(2.0) * 3", check.order = 1} {
  %a = prim.as_complex %x : tensor<3x3x2xf64>
  %w, %v = prim.eig %a : tensor<3x3xcomplex<f64>>
  %e = prim.exp %w : tensor<3xcomplex<f64>>
  %r = composite.real %e : tensor<3xcomplex<f64>>
  %y = prim.sum %r axes [0] : tensor<3xf64>
  return %y : tensor<f64>
}

func.func @eig_of_nothing(%x: tensor<2x0x0x2xf64>, %y: tensor<0x2x2x2xf64>) -> (tensor<2x0x2xf64>, tensor<0x2x2x2xf64>)
    attributes {check.numpy = "(np.zeros((2, 0, 2)), y)"} {
  %a = prim.as_complex %x : tensor<2x0x0x2xf64>
  %w, %v = prim.eig %a : tensor<2x0x0xcomplex<f64>>
  %c = prim.as_complex %y : tensor<0x2x2x2xf64>
  %z, %u = prim.eig %c : tensor<0x2x2xcomplex<f64>>
  %wr = prim.as_real %w : tensor<2x0xcomplex<f64>>
  %ur = prim.as_real %u : tensor<0x2x2xcomplex<f64>>
  return %wr, %ur : tensor<2x0x2xf64>, tensor<0x2x2x2xf64>
}

// Of a rotation: i and -i, whose real parts are equal; the first element of (1, -i) leads.
func.func @eig_of_a_rotation() -> (tensor<2x2xf64>, tensor<2x2x2xf64>) {
  %x = prim.constant dense<[[(0.0, 0.0), (-1.0, 0.0)], [(1.0, 0.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %w, %v = prim.eig %x : tensor<2x2xcomplex<f64>>
  %wr = prim.as_real %w : tensor<2xcomplex<f64>>
  %vr = prim.as_real %v : tensor<2x2xcomplex<f64>>
  check.close %wr, dense<[[0.0, -1.0], [0.0, 1.0]]> : tensor<2x2xf64>
  check.close %vr, dense<[[[0.7071067811865476, 0.0], [0.7071067811865476, 0.0]], [[0.0, 0.7071067811865476], [0.0, -0.7071067811865476]]]> : tensor<2x2x2xf64>
  return %wr, %vr : tensor<2x2xf64>, tensor<2x2x2xf64>
}

func.func @eig_of_nan() -> tensor<2x2xf64> {
  %x = prim.constant dense<[[(0x7FF8000000000000, 0.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %w, %v = prim.eig %x : tensor<2x2xcomplex<f64>>
  %wr = prim.as_real %w : tensor<2xcomplex<f64>>
  check.equal %wr, dense<0x7FF8000000000000> : tensor<2x2xf64>
  return %wr : tensor<2x2xf64>
}
