func.func @cholesky(%b: tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
    attributes {check.numpy = "np.linalg.cholesky(b @ b.swapaxes(1, 2) + 3 * np.eye(3))"} {
  %c = prim.transpose %b permutation [0, 2, 1] : tensor<2x3x3xf64>
  %d = prim.matmul %b, %c : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  %three = prim.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %e = prim.broadcast %three : tensor<3x3xf64> -> tensor<2x3x3xf64>
  %a = prim.add %d, %e : tensor<2x3x3xf64>
  %l = prim.cholesky %a : tensor<2x3x3xf64>
  return %l : tensor<2x3x3xf64>
}

// The upper triangle has no derivative.
func.func @only_the_lower_triangle_is_read(%x: tensor<4x4xf64>) -> tensor<4x4xf64>
    attributes {check.numpy = "np.linalg.cholesky(x + 4 * np.eye(4))"} {
  %four = prim.constant dense<[[4.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0],
                               [0.0, 0.0, 0.0, 4.0]]> : tensor<4x4xf64>
  %a = prim.add %x, %four : tensor<4x4xf64>
  %l = prim.cholesky %a : tensor<4x4xf64>
  return %l : tensor<4x4xf64>
}

// The gradient of the logarithm of the determinant.
func.func @logarithm_of_the_determinant(%b: tensor<3x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.linalg.slogdet(b @ b.T + 3 * np.eye(3))[1]"} {
  %c = prim.transpose %b permutation [1, 0] : tensor<3x3xf64>
  %d = prim.matmul %b, %c : tensor<3x3xf64>, tensor<3x3xf64>
  %three = prim.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %a = prim.add %d, %three : tensor<3x3xf64>
  %l = prim.cholesky %a : tensor<3x3xf64>
  %i = prim.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  %m = prim.mul %l, %i : tensor<3x3xf64>
  %diagonal = prim.sum %m axes [1] : tensor<3x3xf64>
  %logs = prim.log %diagonal : tensor<3xf64>
  %half = prim.sum %logs axes [0] : tensor<3xf64>
  %y = prim.add %half, %half : tensor<f64>
  return %y : tensor<f64>
}

func.func @cholesky_of_open_sizes(%x: tensor<?x?x3xf64> {check.shape = [2, 3, 3], check.range = [0.0, 0.1]})
    -> tensor<?x?x3xf64> attributes {check.numpy = "np.linalg.cholesky(x + np.eye(3))"} {
  %one = prim.constant dense<[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]> : tensor<1x3x3xf64>
  %s = prim.shape %x : tensor<?x?x3xf64>
  %e = prim.broadcast %one to %s : tensor<1x3x3xf64>, tensor<3xi64> -> tensor<?x?x3xf64>
  %a = prim.add %x, %e : tensor<?x?x3xf64>
  %l = prim.cholesky %a : tensor<?x?x3xf64>
  return %l : tensor<?x?x3xf64>
}

func.func @cholesky_of_nothing(%x: tensor<2x0x0xf64>, %y: tensor<0x2x2xf64>)
    -> (tensor<2x0x0xf64>, tensor<0x2x2xf64>) attributes {check.numpy = "(x, y)"} {
  %l = prim.cholesky %x : tensor<2x0x0xf64>
  %m = prim.cholesky %y : tensor<0x2x2xf64>
  return %l, %m : tensor<2x0x0xf64>, tensor<0x2x2xf64>
}

func.func @what_is_not_positive_definite_has_no_factor() -> tensor<3x2x2xf64> {
  %x = prim.constant dense<[[[4.0, 9.0], [2.0, 5.0]], [[1.0, 0.0], [1.0, 1.0]],
                            [[0x7FF8000000000000, 0.0], [0.0, 1.0]]]> : tensor<3x2x2xf64>
  %l = prim.cholesky %x : tensor<3x2x2xf64>
  check.close %l, dense<[[[2.0, 0.0], [1.0, 2.0]],
      [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000]],
      [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000]]]> : tensor<3x2x2xf64>
  return %l : tensor<3x2x2xf64>
}

// Of the upper triangle and of the imaginary parts of the diagonal nothing is read.
func.func @cholesky_of_complex_numbers(%x: tensor<2x3x3x2xf64>) -> tensor<2x3x3x2xf64> attributes {check.numpy =
    "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.cholesky(np.tril(x[..., 0] + 1j * x[..., 1], -1) + np.eye(3) * (x[..., 0] + 4)))"} {
  %four = prim.constant dense<[[[[4.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [4.0, 0.0]]]]> : tensor<1x3x3x2xf64>
  %e = prim.broadcast %four : tensor<1x3x3x2xf64> -> tensor<2x3x3x2xf64>
  %c = prim.add %x, %e : tensor<2x3x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x3x2xf64>
  %l = prim.cholesky %a : tensor<2x3x3xcomplex<f64>>
  %y = prim.as_real %l : tensor<2x3x3xcomplex<f64>>
  return %y : tensor<2x3x3x2xf64>
}
