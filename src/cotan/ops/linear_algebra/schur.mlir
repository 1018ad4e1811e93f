// Eigenvalues far apart, in the order of the diagonal: t is z^H x z, and the product of both with
// weights does not depend on phases.
func.func @schur(%x: tensor<2x3x3x2xf64>) -> (tensor<2x3x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x3x2xf64>) attributes {check.numpy =
    "(lambda a: (x + np.diag([0, 8, 16])[..., None] * np.array([1.0, 0.0]), (lambda w: np.stack([w.real, w.imag], -1))(np.take_along_axis((w := np.linalg.eigvals(a)), np.argsort(w.real), -1)), (lambda p: np.stack([p.real, p.imag], -1))((q := np.linalg.qr(np.take_along_axis((e := np.linalg.eig(a))[1], np.argsort(e[0].real)[:, None], -1))[0]) * np.array([1.0, 2.0, 4.0]) @ np.conj(q.swapaxes(-1, -2)))))(x[..., 0] + 1j * x[..., 1] + np.diag([0, 8, 16]))"} {
  %d = prim.constant dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [8.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [16.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %e = prim.broadcast %d : tensor<1x3x3x2xf64> -> tensor<2x3x3x2xf64>
  %c = prim.add %x, %e : tensor<2x3x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x3x2xf64>
  %t, %z = prim.schur %a : tensor<2x3x3xcomplex<f64>>
  %zt = prim.transpose %z permutation [0, 2, 1] : tensor<2x3x3xcomplex<f64>>
  %h = composite.conj %zt : tensor<2x3x3xcomplex<f64>>
  %left = prim.matmul %z, %t : tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
  %again = prim.matmul %left, %h : tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
  %w = composite.diagonal %t offset 0 axes [1, 2] : tensor<2x3x3xcomplex<f64>>
  %row = prim.constant dense<[[[[1.0, 0.0], [2.0, 0.0], [4.0, 0.0]]]]> : tensor<1x1x3x2xf64>
  %rows = prim.broadcast %row : tensor<1x1x3x2xf64> -> tensor<2x3x3x2xf64>
  %weights = prim.as_complex %rows : tensor<2x3x3x2xf64>
  %weighed = prim.mul %z, %weights : tensor<2x3x3xcomplex<f64>>
  %p = prim.matmul %weighed, %h : tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
  %r0 = prim.as_real %again : tensor<2x3x3xcomplex<f64>>
  %r1 = prim.as_real %w : tensor<2x3xcomplex<f64>>
  %r2 = prim.as_real %p : tensor<2x3x3xcomplex<f64>>
  return %r0, %r1, %r2 : tensor<2x3x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x3x2xf64>
}

// Elements that change with the phases of the vectors.
func.func @phases_of_schur_vectors(%x: tensor<3x3x2xf64>) -> (tensor<3x3x2xf64>, tensor<3x3x2xf64>) {
  %d = prim.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [8.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [16.0, 0.0]]]> : tensor<3x3x2xf64>
  %c = prim.add %x, %d : tensor<3x3x2xf64>
  %a = prim.as_complex %c : tensor<3x3x2xf64>
  %t, %z = prim.schur %a : tensor<3x3xcomplex<f64>>
  %tr = prim.as_real %t : tensor<3x3xcomplex<f64>>
  %zr = prim.as_real %z : tensor<3x3xcomplex<f64>>
  return %tr, %zr : tensor<3x3x2xf64>, tensor<3x3x2xf64>
}

func.func @schur_of_nothing(%x: tensor<2x0x0x2xf64>) -> (tensor<2x0x0x2xf64>, tensor<0x2x2xf64>)
    attributes {check.numpy = "(x, np.zeros((0, 2, 2)))"} {
  %a = prim.as_complex %x : tensor<2x0x0x2xf64>
  %t, %z = prim.schur %a : tensor<2x0x0xcomplex<f64>>
  %r = prim.as_real %t : tensor<2x0x0xcomplex<f64>>
  %y = prim.constant dense<> : tensor<0x2x2xf64>
  %s, %u = prim.real_schur %y : tensor<0x2x2xf64>
  return %r, %s : tensor<2x0x0x2xf64>, tensor<0x2x2xf64>
}

// The blocks of a pair and of a real eigenvalue: 1 plus and minus 2 i, then 3.
func.func @real_schur() -> (tensor<3xf64>, tensor<3x3xf64>) {
  %x = prim.constant dense<[[1.0, 5.0, 4.0], [0.0, 3.0, 0.0], [-1.0, 7.0, 1.0]]> : tensor<3x3xf64>
  %t, %z = prim.real_schur %x : tensor<3x3xf64>
  %w = composite.diagonal %t offset 0 axes [0, 1] : tensor<3x3xf64>
  check.close %w, dense<[1.0, 1.0, 3.0]> : tensor<3xf64>
  %zt = prim.transpose %z permutation [1, 0] : tensor<3x3xf64>
  %left = prim.matmul %z, %t : tensor<3x3xf64>, tensor<3x3xf64>
  %again = prim.matmul %left, %zt : tensor<3x3xf64>, tensor<3x3xf64>
  check.close %again, dense<[[1.0, 5.0, 4.0], [0.0, 3.0, 0.0], [-1.0, 7.0, 1.0]]> : tensor<3x3xf64>
  %one = prim.matmul %zt, %z : tensor<3x3xf64>, tensor<3x3xf64>
  check.close %one, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  %first = prim.slice %t starts [2, 0] limits [3, 2] strides [1, 1] : tensor<3x3xf64>
  check.close %first, dense<0.0> : tensor<1x2xf64>
  return %w, %again : tensor<3xf64>, tensor<3x3xf64>
}

// A pair and a real eigenvalue, which are far apart.
func.func @derivative_of_real_schur(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3x3xf64>) {
  %d = prim.constant dense<[[[1.0, -9.0, 0.0], [3.0, 1.0, 0.0], [0.0, 0.0, 16.0]]]> : tensor<1x3x3xf64>
  %e = prim.broadcast %d : tensor<1x3x3xf64> -> tensor<2x3x3xf64>
  %a = prim.add %x, %e : tensor<2x3x3xf64>
  %t, %z = prim.real_schur %a : tensor<2x3x3xf64>
  return %t, %z : tensor<2x3x3xf64>, tensor<2x3x3xf64>
}
