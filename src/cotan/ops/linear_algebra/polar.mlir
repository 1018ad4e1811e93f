func.func @polar(%x: tensor<2x4x3xf64>) -> tensor<2x4x3xf64> attributes {check.numpy =
    "(lambda u, s, v: u @ v)(*np.linalg.svd(x + 2 * np.eye(4)[:, :3], full_matrices=False))"} {
  %d = prim.constant dense<[[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]]> : tensor<1x4x3xf64>
  %e = prim.broadcast %d : tensor<1x4x3xf64> -> tensor<2x4x3xf64>
  %a = prim.add %x, %e : tensor<2x4x3xf64>
  %y = prim.polar %a : tensor<2x4x3xf64>
  return %y : tensor<2x4x3xf64>
}

func.func @polar_of_equal_singular_values(%x: tensor<2x2xf64> {check.value = dense<0.0> : tensor<2x2xf64>})
    -> tensor<2x2xf64> attributes {check.numpy = "(lambda u, s, v: u @ v)(*np.linalg.svd(x + [[0, -2], [2, 0]]))"} {
  %d = prim.constant dense<[[0.0, -2.0], [2.0, 0.0]]> : tensor<2x2xf64>
  %a = prim.add %x, %d : tensor<2x2xf64>
  %y = prim.polar %a : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @polar_of_open_sizes(%x: tensor<?x?xf64> {check.value = dense<[[4.0, 0.5], [0.3, 2.0], [0.1, 0.2]]> : tensor<3x2xf64>})
    -> tensor<?x?xf64> attributes {check.numpy = "(lambda u, s, v: u @ v)(*np.linalg.svd(x, full_matrices=False))"} {
  %y = prim.polar %x : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @polar_of_nothing(%x: tensor<2x3x0xf64>) -> tensor<2x3x0xf64> attributes {check.numpy = "x"} {
  %y = prim.polar %x : tensor<2x3x0xf64>
  return %y : tensor<2x3x0xf64>
}

func.func @polar_of_a_singular_matrix() -> (tensor<2x2xf64>, tensor<2x2xf64>) {
  %x = prim.constant dense<[[3.0, 0.0], [4.0, 0.0]]> : tensor<2x2xf64>
  %y = prim.polar %x : tensor<2x2xf64>
  %t = prim.transpose %y permutation [1, 0] : tensor<2x2xf64>
  %i = prim.matmul %t, %y : tensor<2x2xf64>, tensor<2x2xf64>
  check.close %i, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %p = prim.matmul %t, %x : tensor<2x2xf64>, tensor<2x2xf64>
  check.close %p, dense<[[5.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64>
  return %i, %p : tensor<2x2xf64>, tensor<2x2xf64>
}

func.func @polar_of_complex_numbers(%x: tensor<3x2x2xf64>) -> tensor<3x2x2xf64> attributes {check.numpy =
    "(lambda u, s, v: (lambda y: np.stack([y.real, y.imag], -1))(u @ v))(*np.linalg.svd(x[..., 0] + 1j * x[..., 1] + 2 * np.eye(3)[:, :2], full_matrices=False))"} {
  %d = prim.constant dense<[[[2.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %c = prim.add %x, %d : tensor<3x2x2xf64>
  %a = prim.as_complex %c : tensor<3x2x2xf64>
  %y = prim.polar %a : tensor<3x2xcomplex<f64>>
  %z = prim.as_real %y : tensor<3x2xcomplex<f64>>
  return %z : tensor<3x2x2xf64>
}
