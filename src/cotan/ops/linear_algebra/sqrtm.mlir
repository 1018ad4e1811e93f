func.func @sqrtm(%x: tensor<2x3x3x2xf64>) -> tensor<2x3x3x2xf64> attributes {check.numpy =
    "(lambda w, v: (lambda y: np.stack([y.real, y.imag], -1))((v * np.sqrt(w)[:, None]) @ np.linalg.inv(v)))(*np.linalg.eig(x[..., 0] + 1j * x[..., 1] + 4 * np.eye(3)))"} {
  %d = prim.constant dense<[[[[4.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %e = prim.broadcast %d : tensor<1x3x3x2xf64> -> tensor<2x3x3x2xf64>
  %c = prim.add %x, %e : tensor<2x3x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x3x2xf64>
  %y = prim.sqrtm %a : tensor<2x3x3xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x3x3xcomplex<f64>>
  return %r : tensor<2x3x3x2xf64>
}

// One eigenvalue and one eigenvector.
func.func @sqrtm_of_one_eigenvector(%x: tensor<2x2x2xf64> {check.value = dense<[[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>})
    -> tensor<2x2x2xf64> attributes {check.numpy = "np.array([[[2.0, 0.0], [0.25, 0.0]], [[0.0, 0.0], [2.0, 0.0]]])"} {
  %d = prim.constant dense<[[[4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]]]> : tensor<2x2x2xf64>
  %c = prim.add %x, %d : tensor<2x2x2xf64>
  %a = prim.as_complex %c : tensor<2x2x2xf64>
  %y = prim.sqrtm %a : tensor<2x2xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x2xcomplex<f64>>
  return %r : tensor<2x2x2xf64>
}

func.func @sqrtm_of_open_sizes(%x: tensor<?x?x2xf64> {check.value = dense<[[[4.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [9.0, 0.0]]]> : tensor<2x2x2xf64>})
    -> tensor<?x?x2xf64> attributes {check.numpy = "np.array([[[2.0, 0.0], [0.2, 0.0]], [[0.0, 0.0], [3.0, 0.0]]])", check.no_gradient} {
  %a = prim.as_complex %x : tensor<?x?x2xf64>
  %y = prim.sqrtm %a : tensor<?x?xcomplex<f64>>
  %r = prim.as_real %y : tensor<?x?xcomplex<f64>>
  return %r : tensor<?x?x2xf64>
}

func.func @sqrtm_of_nothing(%x: tensor<2x0x0x2xf64>) -> tensor<2x0x0x2xf64> attributes {check.numpy = "x"} {
  %a = prim.as_complex %x : tensor<2x0x0x2xf64>
  %y = prim.sqrtm %a : tensor<2x0x0xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x0x0xcomplex<f64>>
  return %r : tensor<2x0x0x2xf64>
}

// The roots of negative eigenvalues of a real matrix are on the positive imaginary axis.
func.func @sqrtm_of_a_negative_matrix() -> tensor<2x2x2xf64> {
  %x = prim.constant dense<[[(-5.0, 0.0), (4.0, 0.0)], [(4.0, 0.0), (-5.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %y = prim.sqrtm %x : tensor<2x2xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x2xcomplex<f64>>
  check.close %r, dense<[[[0.0, 2.0], [0.0, -1.0]], [[0.0, -1.0], [0.0, 2.0]]]> : tensor<2x2x2xf64>
  return %r : tensor<2x2x2xf64>
}

func.func @sylvester(%a: tensor<2x3x3xf64>, %b: tensor<2x2x2xf64>, %c: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> attributes {check.numpy =
    "np.stack([np.linalg.solve(np.kron(p + 4 * np.eye(3), np.eye(2)) + np.kron(np.eye(3), q.T), r.ravel()).reshape(3, 2) for p, q, r in zip(a, b, c)])"} {
  %d = prim.constant dense<[[[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %d : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %s = prim.add %a, %e : tensor<2x3x3xf64>
  %x = prim.sylvester %s, %b, %c : tensor<2x3x3xf64>, tensor<2x2x2xf64>, tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}

// Without a solution, and of nothing.
func.func @sylvester_of_opposite_eigenvalues() -> (tensor<1x1xf64>, tensor<0x2xf64>) {
  %a = prim.constant dense<1.0> : tensor<1x1xf64>
  %b = prim.constant dense<-1.0> : tensor<1x1xf64>
  %x = prim.sylvester %a, %b, %a : tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>
  check.equal %x, dense<0x7FF8000000000000> : tensor<1x1xf64>
  %z = prim.constant dense<> : tensor<0x0xf64>
  %o = prim.constant dense<1.0> : tensor<2x2xf64>
  %e = prim.constant dense<> : tensor<0x2xf64>
  %y = prim.sylvester %z, %o, %e : tensor<0x0xf64>, tensor<2x2xf64>, tensor<0x2xf64>
  return %x, %y : tensor<1x1xf64>, tensor<0x2xf64>
}
