func.func @logm(%x: tensor<2x3x3x2xf64>) -> tensor<2x3x3x2xf64> attributes {check.numpy =
    "(lambda w, v: (lambda y: np.stack([y.real, y.imag], -1))((v * np.log(w)[:, None]) @ np.linalg.inv(v)))(*np.linalg.eig(x[..., 0] + 1j * x[..., 1] + 4 * np.eye(3)))"} {
  %d = prim.constant dense<[[[[4.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %e = prim.broadcast %d : tensor<1x3x3x2xf64> -> tensor<2x3x3x2xf64>
  %c = prim.add %x, %e : tensor<2x3x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x3x2xf64>
  %y = prim.logm %a : tensor<2x3x3xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x3x3xcomplex<f64>>
  return %r : tensor<2x3x3x2xf64>
}

// One eigenvalue and one eigenvector.
func.func @logm_of_one_eigenvector(%x: tensor<2x2x2xf64> {check.value = dense<[[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>})
    -> tensor<2x2x2xf64> attributes {check.numpy = "np.array([[[np.log(4), 0.0], [0.25, 0.0]], [[0.0, 0.0], [np.log(4), 0.0]]])"} {
  %d = prim.constant dense<[[[4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]]]> : tensor<2x2x2xf64>
  %c = prim.add %x, %d : tensor<2x2x2xf64>
  %a = prim.as_complex %c : tensor<2x2x2xf64>
  %y = prim.logm %a : tensor<2x2xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x2xcomplex<f64>>
  return %r : tensor<2x2x2xf64>
}

func.func @logm_of_open_sizes(%x: tensor<?x?x2xf64> {check.value = dense<[[[1.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]]]> : tensor<2x2x2xf64>})
    -> tensor<?x?x2xf64> attributes {check.numpy = "np.array([[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]])", check.no_gradient} {
  %a = prim.as_complex %x : tensor<?x?x2xf64>
  %y = prim.logm %a : tensor<?x?xcomplex<f64>>
  %r = prim.as_real %y : tensor<?x?xcomplex<f64>>
  return %r : tensor<?x?x2xf64>
}

func.func @logm_of_nothing(%x: tensor<2x0x0x2xf64>) -> tensor<2x0x0x2xf64> attributes {check.numpy = "x"} {
  %a = prim.as_complex %x : tensor<2x0x0x2xf64>
  %y = prim.logm %a : tensor<2x0x0xcomplex<f64>>
  %r = prim.as_real %y : tensor<2x0x0xcomplex<f64>>
  return %r : tensor<2x0x0x2xf64>
}

// Of a negative number the imaginary part is pi; a singular matrix has no logarithm.
func.func @logm_of_special_values() -> (tensor<1x1xcomplex<f64>>, tensor<2x2xcomplex<f64>>) {
  %x = prim.constant dense<[[(-1.0, 0.0)]]> : tensor<1x1xcomplex<f64>>
  %y = prim.logm %x : tensor<1x1xcomplex<f64>>
  check.close %y, dense<[[(0.0, 3.141592653589793)]]> : tensor<1x1xcomplex<f64>>
  %s = prim.constant dense<[[(1.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %z = prim.logm %s : tensor<2x2xcomplex<f64>>
  return %y, %z : tensor<1x1xcomplex<f64>>, tensor<2x2xcomplex<f64>>
}
