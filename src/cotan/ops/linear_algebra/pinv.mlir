func.func @pinv(%x: tensor<2x4x2xf64>) -> tensor<2x2x4xf64>
    attributes {check.numpy = "np.linalg.pinv(x + np.eye(4)[:, :2] * 3)"} {
  %d = prim.constant dense<[[[3.0, 0.0], [0.0, 3.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<1x4x2xf64>
  %e = prim.broadcast %d : tensor<1x4x2xf64> -> tensor<2x4x2xf64>
  %a = prim.add %x, %e : tensor<2x4x2xf64>
  %y = prim.pinv %a rtol 1.0e-15 : tensor<2x4x2xf64>
  return %y : tensor<2x2x4xf64>
}

func.func @pinv_of_a_wide_matrix(%x: tensor<2x3xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.linalg.pinv(x + 2 * np.eye(2, 3))"} {
  %d = prim.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]> : tensor<2x3xf64>
  %a = prim.add %x, %d : tensor<2x3xf64>
  %y = prim.pinv %a rtol 1.0e-15 : tensor<2x3xf64>
  return %y : tensor<3x2xf64>
}

// The matrix stays of rank one while it moves.
func.func @pinv_of_rank_one(%u: tensor<3x1xf64> {check.range = [1.0, 2.0]}, %v: tensor<1x2xf64> {check.range = [1.0, 2.0]})
    -> tensor<2x3xf64> attributes {check.numpy = "np.linalg.pinv(u * v)", check.f64_only, check.kinks = "where the rank changes"} {
  %x = prim.matmul %u, %v : tensor<3x1xf64>, tensor<1x2xf64>
  %y = prim.pinv %x rtol 1.0e-9 : tensor<3x2xf64>
  return %y : tensor<2x3xf64>
}

// Singular values that coincide are no exception.
func.func @pinv_of_the_identity(%x: tensor<3x2xf64>
    {check.value = dense<[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]> : tensor<3x2xf64>}) -> tensor<2x3xf64>
    attributes {check.numpy = "x.T", check.kinks = "where the rank changes"} {
  %y = prim.pinv %x rtol 1.0e-9 : tensor<3x2xf64>
  return %y : tensor<2x3xf64>
}

func.func @pinv_of_open_sizes(%x: tensor<?x?xf64> {check.value = dense<[[4.0, 0.5], [0.3, 2.0], [0.1, 0.2]]> : tensor<3x2xf64>})
    -> tensor<?x?xf64> attributes {check.numpy = "np.linalg.pinv(x)", check.kinks = "where the rank changes"} {
  %y = prim.pinv %x rtol 1.0e-15 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @pinv_of_nothing(%x: tensor<2x3x0xf64>) -> tensor<2x0x3xf64> attributes {check.numpy = "np.zeros((2, 0, 3))"} {
  %y = prim.pinv %x rtol 0.0 : tensor<2x3x0xf64>
  return %y : tensor<2x0x3xf64>
}

func.func @pinv_of_zeros_and_of_infinities() -> (tensor<3x2xf64>, tensor<2x2xf64>) {
  %n = prim.constant dense<0.0> : tensor<2x3xf64>
  %z = prim.pinv %n rtol 0.0 : tensor<2x3xf64>
  check.equal %z, dense<0.0> : tensor<3x2xf64>
  %a = prim.constant dense<0x7FF0000000000000> : tensor<2x2xf64>
  %b = prim.pinv %a rtol 0.0 : tensor<2x2xf64>
  check.equal %b, dense<0x7FF8000000000000> : tensor<2x2xf64>
  return %z, %b : tensor<3x2xf64>, tensor<2x2xf64>
}

func.func @pinv_of_3_by_2_complex_numbers(%x: tensor<3x2x2xf64>) -> tensor<2x3x2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.pinv(x[..., 0] + 1j * x[..., 1] + 2 * np.eye(3, 2)))"} {
  %d = prim.constant dense<[[[2.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %c = prim.add %x, %d : tensor<3x2x2xf64>
  %a = prim.as_complex %c : tensor<3x2x2xf64>
  %p = prim.pinv %a rtol 1.0e-12 : tensor<3x2xcomplex<f64>>
  %y = prim.as_real %p : tensor<2x3xcomplex<f64>>
  return %y : tensor<2x3x2xf64>
}

func.func @pinv_of_2_by_3_complex_numbers(%x: tensor<2x3x2xf64>) -> tensor<3x2x2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.linalg.pinv(x[..., 0] + 1j * x[..., 1] + 2 * np.eye(2, 3)))"} {
  %d = prim.constant dense<[[[2.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
  %c = prim.add %x, %d : tensor<2x3x2xf64>
  %a = prim.as_complex %c : tensor<2x3x2xf64>
  %p = prim.pinv %a rtol 1.0e-12 : tensor<2x3xcomplex<f64>>
  %y = prim.as_real %p : tensor<3x2xcomplex<f64>>
  return %y : tensor<3x2x2xf64>
}
