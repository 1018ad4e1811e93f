// Ops that are to be the same on every processor (decision 0024): their values are what they are
// without the mark, up to rounding.

func.func @functions(%x: tensor<37xf64>) -> tensor<37xf64>
    attributes {check.numpy = "np.log1p(np.exp(x)) * np.sin(x) + np.cos(x) + np.log(2 + x * x) ** x"} {
  %two = prim.constant dense<2.0> : tensor<37xf64>
  %e = prim.exp %x {cotan.reproducible} : tensor<37xf64>
  %l = prim.log1p %e {cotan.reproducible} : tensor<37xf64>
  %s = prim.sin %x {cotan.reproducible} : tensor<37xf64>
  %c = prim.cos %x {cotan.reproducible} : tensor<37xf64>
  %q = prim.mul %x, %x : tensor<37xf64>
  %r = prim.add %two, %q : tensor<37xf64>
  %g = prim.log %r {cotan.reproducible} : tensor<37xf64>
  %p = prim.pow %g, %x {cotan.reproducible} : tensor<37xf64>
  %m = prim.mul %l, %s : tensor<37xf64>
  %n = prim.add %m, %c : tensor<37xf64>
  %y = prim.add %n, %p : tensor<37xf64>
  return %y : tensor<37xf64>
}

// One operand is permuted, and the result is added to.
func.func @product(%x: tensor<4x3xf64>, %y: tensor<4x5xf64>, %z: tensor<3x5xf64>) -> tensor<3x5xf64>
    attributes {check.numpy = "x.T @ y + z"} {
  %t = prim.transpose %x permutation [1, 0] : tensor<4x3xf64>
  %p = prim.dot_general %t, %y batching [] x [] contracting [1] x [0] {cotan.reproducible}
      : tensor<3x4xf64>, tensor<4x5xf64>
  %s = prim.add %p, %z : tensor<3x5xf64>
  return %s : tensor<3x5xf64>
}

func.func @products_of_batches(%x: tensor<2x9x3xf64>, %y: tensor<5x2x3x9xf64>) -> tensor<5x2x9x9xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y {cotan.reproducible} : tensor<2x9x3xf64>, tensor<5x2x3x9xf64>
  return %z : tensor<5x2x9x9xf64>
}

func.func @of_open_size(%x: tensor<?x3xf64> {check.shape = [7, 3]}, %y: tensor<3x4xf64>) -> tensor<?x4xf64>
    attributes {check.numpy = "np.tanh(x) @ y"} {
  %t = prim.tanh %x : tensor<?x3xf64>
  %z = prim.matmul %t, %y {cotan.reproducible} : tensor<?x3xf64>, tensor<3x4xf64>
  return %z : tensor<?x4xf64>
}

func.func @factors(%b: tensor<2x5x5xf64>) -> (tensor<2x5x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5x5xf64>)
    attributes {check.numpy = "(lambda a: (np.linalg.cholesky(a), np.linalg.eigvalsh(a), np.linalg.svd(a)[1], np.linalg.qr(a)[0] ** 2))(b @ b.swapaxes(1, 2) + np.diag(np.arange(1.0, 6)))"} {
  %c = prim.transpose %b permutation [0, 2, 1] : tensor<2x5x5xf64>
  %d = prim.matmul %b, %c {cotan.reproducible} : tensor<2x5x5xf64>, tensor<2x5x5xf64>
  %diagonal = prim.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0, 0.0],
                                   [0.0, 0.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 5.0]]> : tensor<5x5xf64>
  %e = prim.broadcast %diagonal : tensor<5x5xf64> -> tensor<2x5x5xf64>
  %a = prim.add %d, %e : tensor<2x5x5xf64>
  %l = prim.cholesky %a {cotan.reproducible} : tensor<2x5x5xf64>
  %w, %v = prim.eigh %a {cotan.reproducible} : tensor<2x5x5xf64>
  %u, %s, %vt = prim.svd %a {cotan.reproducible} : tensor<2x5x5xf64>
  %q, %r = prim.qr %a {cotan.reproducible} : tensor<2x5x5xf64>
  %f = prim.mul %q, %q : tensor<2x5x5xf64>
  return %l, %w, %s, %f : tensor<2x5x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5x5xf64>
}
