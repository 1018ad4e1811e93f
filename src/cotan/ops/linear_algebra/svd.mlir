// Singular values far apart, in the order of the diagonal.
func.func @svd(%x: tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>) attributes {check.numpy =
    "(lambda u, s, vt: (u * np.sign(np.diagonal(u, 0, 1, 2))[:, None], s, vt * np.sign(np.diagonal(u, 0, 1, 2))[:, :, None]))(*np.linalg.svd(x + np.diag([12, 8, 4, 0])[:, :3], False))"} {
  %d = prim.constant dense<[[[12.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]]]> : tensor<1x4x3xf64>
  %e = prim.broadcast %d : tensor<1x4x3xf64> -> tensor<2x4x3xf64>
  %a = prim.add %x, %e : tensor<2x4x3xf64>
  %u, %s, %vt = prim.svd %a : tensor<2x4x3xf64>
  return %u, %s, %vt : tensor<2x4x3xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>
}

func.func @svd_of_a_square_matrix(%x: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>) attributes {check.numpy =
    "(lambda u, s, vt: (u * np.sign(np.diagonal(u)), s, vt * np.sign(np.diagonal(u))[:, None]))(*np.linalg.svd(x + np.diag([8, 4])))"} {
  %d = prim.constant dense<[[8.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf64>
  %a = prim.add %x, %d : tensor<2x2xf64>
  %u, %s, %vt = prim.svd %a : tensor<2x2xf64>
  return %u, %s, %vt : tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>
}

func.func @svd_of_open_sizes(%x: tensor<?x?xf64> {check.value = dense<[[4.0, 0.5], [0.3, 2.0], [0.1, 0.2]]> : tensor<3x2xf64>})
    -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) attributes {check.numpy =
    "(lambda u, s, vt: (u * np.sign(np.diagonal(u)), s, vt * np.sign(np.diagonal(u))[:, None]))(*np.linalg.svd(x, False))", check.kinks = "where singular values coincide"} {
  %u, %s, %vt = prim.svd %x : tensor<?x?xf64>
  return %u, %s, %vt : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// What depends on the singular values alone has a derivative where they coincide.
func.func @singular_values_that_coincide(%x: tensor<2x2xf64>
    {check.value = dense<[[0.0, 2.0], [-2.0, 0.0]]> : tensor<2x2xf64>}) -> tensor<f64>
    attributes {check.numpy = "np.exp(2.0) * 2", check.order = 1, check.kinks = "where singular values are 0"} {
  %u, %s, %vt = prim.svd %x : tensor<2x2xf64>
  %e = prim.exp %s : tensor<2xf64>
  %y = prim.sum %e axes [0] : tensor<2xf64>
  return %y : tensor<f64>
}

func.func @svd_of_nothing(%x: tensor<2x3x0xf64>) -> (tensor<2x3x0xf64>, tensor<2x0xf64>, tensor<2x0x0xf64>)
    attributes {check.numpy = "(x, np.zeros((2, 0)), np.zeros((2, 0, 0)))"} {
  %u, %s, %vt = prim.svd %x : tensor<2x3x0xf64>
  return %u, %s, %vt : tensor<2x3x0xf64>, tensor<2x0xf64>, tensor<2x0x0xf64>
}

// Two columns are one: the second singular value is 0, and its vectors are orthonormal all the same.
func.func @svd_of_rank_one() -> (tensor<2xf64>, tensor<2x2xf64>, tensor<3xf64>) {
  %x = prim.constant dense<[[1.0, 1.0], [2.0, 2.0], [2.0, 2.0]]> : tensor<3x2xf64>
  %u, %s, %vt = prim.svd %x : tensor<3x2xf64>
  check.close %s, dense<[4.242640687119285, 0.0]> : tensor<2xf64>
  %t = prim.transpose %u permutation [1, 0] : tensor<3x2xf64>
  %p = prim.matmul %t, %u : tensor<2x3xf64>, tensor<3x2xf64>
  check.close %p, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %n = prim.constant dense<0x7FF8000000000000> : tensor<3x3xf64>
  %v, %z, %wt = prim.svd %n : tensor<3x3xf64>
  check.equal %z, dense<0x7FF8000000000000> : tensor<3xf64>
  return %s, %p, %z : tensor<2xf64>, tensor<2x2xf64>, tensor<3xf64>
}

// Scaled by a function of the singular values: the phases have no part in it.
func.func @svd_of_complex_numbers(%x: tensor<3x2x2xf64>) -> (tensor<2xf64>, tensor<3x2x2xf64>) attributes {check.numpy =
    "(lambda u, s, vt: (s, np.stack([(y := (u * np.sin(s)) @ vt).real, y.imag], -1)))(*np.linalg.svd(x[..., 0] + 1j * x[..., 1] + np.diag([8, 4, 0])[:, :2], False))"} {
  %d = prim.constant dense<[[[8.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %c = prim.add %x, %d : tensor<3x2x2xf64>
  %a = prim.as_complex %c : tensor<3x2x2xf64>
  %u, %s, %vt = prim.svd %a : tensor<3x2xcomplex<f64>>
  %sine = prim.sin %s : tensor<2xf64>
  %row = prim.reshape %sine : tensor<2xf64> -> tensor<1x2xf64>
  %rows = prim.broadcast %row : tensor<1x2xf64> -> tensor<3x2xf64>
  %zero = prim.constant dense<0.0> : tensor<3x2xf64>
  %scale = composite.complex %rows, %zero : tensor<3x2xf64>
  %scaled = prim.mul %u, %scale : tensor<3x2xcomplex<f64>>
  %p = prim.matmul %scaled, %vt : tensor<3x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
  %y = prim.as_real %p : tensor<3x2xcomplex<f64>>
  return %s, %y : tensor<2xf64>, tensor<3x2x2xf64>
}
