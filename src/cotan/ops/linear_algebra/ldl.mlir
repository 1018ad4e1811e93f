// Diagonals that are large in the order of the rows, so that none move; the lower triangle alone is
// read.
func.func @ldl(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<2x3xi64>) attributes {check.numpy =
    "tuple(np.stack(s) for s in zip(*[scipy.linalg.ldl(a + np.diag([8, 8, 8]), lower=True) for a in np.tril(x) + np.tril(x, -1).swapaxes(-1, -2)]))"} {
  %d = prim.constant dense<[[[8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %d : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %a = prim.add %x, %e : tensor<2x3x3xf64>
  %l, %b, %p = prim.ldl %a : tensor<2x3x3xf64>
  return %l, %b, %p : tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<2x3xi64>
}

// A block of two rows, one of which is the last one, and then a small number.
func.func @ldl_with_a_block(%x: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xi64>) attributes {check.numpy =
    "(lambda l, d, p: (l[p], d, p))(*scipy.linalg.ldl((lambda a: np.tril(a) + np.tril(a, -1).T)(x + np.array([[1.0, 0.0, 0.0], [20.0, 2.0, 0.0], [90.0, 40.0, 3.0]]))))"} {
  %c = prim.constant dense<[[1.0, 0.0, 0.0], [20.0, 2.0, 0.0], [90.0, 40.0, 3.0]]> : tensor<3x3xf64>
  %a = prim.add %x, %c : tensor<3x3xf64>
  %l, %b, %p = prim.ldl %a : tensor<3x3xf64>
  return %l, %b, %p : tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xi64>
}

func.func @ldl_of_hermitian_matrices(%x: tensor<3x3x2xf64>) -> (tensor<3x3x2xf64>, tensor<3x3x2xf64>, tensor<3xi64>) attributes {check.numpy =
    "(lambda l, d, p: (np.stack([l[p].real, l[p].imag], -1), np.stack([d.real, d.imag], -1), p))(*scipy.linalg.ldl((lambda z: np.tril(z, -1) + np.tril(z, -1).conj().T + np.diag(np.diag(z).real))(x[..., 0] + 1j * x[..., 1] + np.array([[1 + 3j, 0, 0], [20 + 10j, 2 + 2j, 0], [90 - 50j, 40 - 20j, 3 + 1j]]))))"} {
  %c = prim.constant dense<[[[1.0, 3.0], [0.0, 0.0], [0.0, 0.0]], [[20.0, 10.0], [2.0, 2.0], [0.0, 0.0]], [[90.0, -50.0], [40.0, -20.0], [3.0, 1.0]]]> : tensor<3x3x2xf64>
  %s = prim.add %x, %c : tensor<3x3x2xf64>
  %a = prim.as_complex %s : tensor<3x3x2xf64>
  %l, %b, %p = prim.ldl %a : tensor<3x3xcomplex<f64>>
  %lr = prim.as_real %l : tensor<3x3xcomplex<f64>>
  %br = prim.as_real %b : tensor<3x3xcomplex<f64>>
  return %lr, %br, %p : tensor<3x3x2xf64>, tensor<3x3x2xf64>, tensor<3xi64>
}

func.func @ldl_of_complex_symmetric_matrices(%x: tensor<3x3x2xf64>) -> (tensor<3x3x2xf64>, tensor<3x3x2xf64>, tensor<3xi64>) attributes {check.numpy =
    "(lambda l, d, p: (np.stack([l[p].real, l[p].imag], -1), np.stack([d.real, d.imag], -1), p))(*scipy.linalg.ldl((lambda z: np.tril(z) + np.tril(z, -1).T)(x[..., 0] + 1j * x[..., 1] + np.array([[1 + 3j, 0, 0], [20 + 10j, 2 + 2j, 0], [90 - 50j, 40 - 20j, 3 + 1j]])), hermitian=False))"} {
  %c = prim.constant dense<[[[1.0, 3.0], [0.0, 0.0], [0.0, 0.0]], [[20.0, 10.0], [2.0, 2.0], [0.0, 0.0]], [[90.0, -50.0], [40.0, -20.0], [3.0, 1.0]]]> : tensor<3x3x2xf64>
  %s = prim.add %x, %c : tensor<3x3x2xf64>
  %a = prim.as_complex %s : tensor<3x3x2xf64>
  %l, %b, %p = prim.ldl %a {symmetric} : tensor<3x3xcomplex<f64>>
  %lr = prim.as_real %l : tensor<3x3xcomplex<f64>>
  %br = prim.as_real %b : tensor<3x3xcomplex<f64>>
  return %lr, %br, %p : tensor<3x3x2xf64>, tensor<3x3x2xf64>, tensor<3xi64>
}

func.func @ldl_of_nothing(%x: tensor<2x0x0xf64>) -> (tensor<2x0x0xf64>, tensor<2x0x0xf64>, tensor<2x0xi64>)
    attributes {check.numpy = "(x, x, np.zeros((2, 0), int))"} {
  %l, %b, %p = prim.ldl %x : tensor<2x0x0xf64>
  return %l, %b, %p : tensor<2x0x0xf64>, tensor<2x0x0xf64>, tensor<2x0xi64>
}
