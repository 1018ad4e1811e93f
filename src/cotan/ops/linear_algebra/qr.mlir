func.func @qr(%x: tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3x3xf64>) attributes {check.numpy =
    "(lambda q, r: (q * np.sign(np.diagonal(r, 0, 1, 2))[:, None], r * np.sign(np.diagonal(r, 0, 1, 2))[:, :, None]))(*map(np.stack, zip(*map(np.linalg.qr, x + 2 * np.eye(4)[:, :3]))))"} {
  %d = prim.constant dense<[[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]]> : tensor<1x4x3xf64>
  %e = prim.broadcast %d : tensor<1x4x3xf64> -> tensor<2x4x3xf64>
  %a = prim.add %x, %e : tensor<2x4x3xf64>
  %q, %r = prim.qr %a : tensor<2x4x3xf64>
  return %q, %r : tensor<2x4x3xf64>, tensor<2x3x3xf64>
}

func.func @qr_of_a_square_matrix(%x: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>) attributes {check.numpy =
    "(lambda q, r: (q * np.sign(np.diagonal(r)), r * np.sign(np.diagonal(r))[:, None]))(*np.linalg.qr(x - 2 * np.eye(3)))"} {
  %d = prim.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %a = prim.sub %x, %d : tensor<3x3xf64>
  %q, %r = prim.qr %a : tensor<3x3xf64>
  return %q, %r : tensor<3x3xf64>, tensor<3x3xf64>
}

func.func @qr_of_open_sizes(%x: tensor<?x?xf64> {check.value = dense<[[4.0, 0.5], [0.3, 2.0], [0.1, 0.2]]> : tensor<3x2xf64>})
    -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {check.numpy =
    "(lambda q, r: (q * np.sign(np.diagonal(r)), r * np.sign(np.diagonal(r))[:, None]))(*np.linalg.qr(x))", check.kinks = "where columns depend on each other"} {
  %q, %r = prim.qr %x : tensor<?x?xf64>
  return %q, %r : tensor<?x?xf64>, tensor<?x?xf64>
}

func.func @qr_of_nothing(%x: tensor<2x3x0xf64>) -> (tensor<2x3x0xf64>, tensor<2x0x0xf64>)
    attributes {check.numpy = "(x, np.zeros((2, 0, 0)))"} {
  %q, %r = prim.qr %x : tensor<2x3x0xf64>
  return %q, %r : tensor<2x3x0xf64>, tensor<2x0x0xf64>
}

func.func @qr_of_a_column_of_zeros() -> (tensor<3x2xf64>, tensor<2x2xf64>) {
  %x = prim.constant dense<[[0.0, 3.0], [0.0, 0.0], [0.0, 4.0]]> : tensor<3x2xf64>
  %q, %r = prim.qr %x : tensor<3x2xf64>
  %y = prim.matmul %q, %r : tensor<3x2xf64>, tensor<2x2xf64>
  check.close %y, dense<[[0.0, 3.0], [0.0, 0.0], [0.0, 4.0]]> : tensor<3x2xf64>
  %t = prim.transpose %q permutation [1, 0] : tensor<3x2xf64>
  %p = prim.matmul %t, %q : tensor<2x3xf64>, tensor<3x2xf64>
  check.close %p, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  return %y, %p : tensor<3x2xf64>, tensor<2x2xf64>
}

func.func @qr_of_complex_numbers(%x: tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<2x2x2xf64>) attributes {check.numpy =
    "(lambda q, r: tuple(np.stack([y.real, y.imag], -1) for y in (q * np.sign(np.diagonal(r).real), r * np.sign(np.diagonal(r).real)[:, None])))(*np.linalg.qr(x[..., 0] + 1j * x[..., 1] + 2 * np.eye(3)[:, :2]))"} {
  %d = prim.constant dense<[[[2.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %c = prim.add %x, %d : tensor<3x2x2xf64>
  %a = prim.as_complex %c : tensor<3x2x2xf64>
  %q, %r = prim.qr %a : tensor<3x2xcomplex<f64>>
  %y = prim.as_real %q : tensor<3x2xcomplex<f64>>
  %z = prim.as_real %r : tensor<2x2xcomplex<f64>>
  return %y, %z : tensor<3x2x2xf64>, tensor<2x2x2xf64>
}
