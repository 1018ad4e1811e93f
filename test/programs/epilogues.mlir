// Kernels that run with a product, block by block of its rows: more rows than a block, and not a multiple.

// A bias and a function: rows.
func.func @bias(%x: tensor<300x40xf64>, %w: tensor<40x96xf64>, %b: tensor<96xf64>) -> tensor<300x96xf64>
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.tanh((x @ w) / 8 + b)"} {
  %s = prim.constant dense<8.0> : tensor<300x96xf64>
  %z = prim.matmul %x, %w : tensor<300x40xf64>, tensor<40x96xf64>
  %d = prim.div %z, %s : tensor<300x96xf64>
  %all = prim.broadcast %b : tensor<96xf64> -> tensor<300x96xf64>
  %a = prim.add %d, %all : tensor<300x96xf64>
  %y = prim.tanh %a : tensor<300x96xf64>
  return %y : tensor<300x96xf64>
}

// Elements in any order: as one long row; and the product is read again later.
func.func @flat(%x: tensor<300x40xf64>, %w: tensor<40x96xf64>) -> (tensor<300x96xf64>, tensor<300x96xf64>)
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.sin(x @ w), x @ w"} {
  %z = prim.matmul %x, %w : tensor<300x40xf64>, tensor<40x96xf64>
  %y = prim.sin %z : tensor<300x96xf64>
  return %y, %z : tensor<300x96xf64>, tensor<300x96xf64>
}

// Sums along parts of the rows, through a view.
func.func @parts_of_rows(%x: tensor<260x40xf64>, %w: tensor<40x96xf64>) -> tensor<260x4x24xf64>
    attributes {check.no_gradient, check.f64_only, check.numpy = "scipy.special.softmax((x @ w).reshape(260, 4, 24) / 8, axis=2)"} {
  %s = prim.constant dense<8.0> : tensor<260x4x24xf64>
  %z = prim.matmul %x, %w : tensor<260x40xf64>, tensor<40x96xf64>
  %v = prim.reshape %z : tensor<260x96xf64> -> tensor<260x4x24xf64>
  %d = prim.div %v, %s : tensor<260x4x24xf64>
  %y = composite.softmax %d axis 2 : tensor<260x4x24xf64>
  return %y : tensor<260x4x24xf64>
}

// Totals over all rows with it; the left side lies turned.
func.func @totals(%x: tensor<40x270xf64>, %w: tensor<40x96xf64>) -> (tensor<270xf64>, tensor<96xf64>)
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.sum(np.exp(x.T @ w / 40), axis=1), np.sum(np.exp(x.T @ w / 40), axis=0)"} {
  %s = prim.constant dense<40.0> : tensor<270x96xf64>
  %t = prim.transpose %x permutation [1, 0] : tensor<40x270xf64>
  %z = prim.matmul %t, %w : tensor<270x40xf64>, tensor<40x96xf64>
  %d = prim.div %z, %s : tensor<270x96xf64>
  %e = prim.exp %d : tensor<270x96xf64>
  %r = prim.sum %e axes [1] : tensor<270x96xf64>
  %c = prim.sum %e axes [0] : tensor<270x96xf64>
  return %r, %c : tensor<270xf64>, tensor<96xf64>
}

// The right side lies turned and is packed; more summands than are taken at once.
func.func @packed(%x: tensor<257x600xf64>, %w: tensor<70x600xf64>) -> tensor<257x70xf64>
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.abs(x @ w.T) + 1"} {
  %one = prim.constant dense<1.0> : tensor<257x70xf64>
  %t = prim.transpose %w permutation [1, 0] : tensor<70x600xf64>
  %z = prim.matmul %x, %t : tensor<257x600xf64>, tensor<600x70xf64>
  %a = prim.abs %z : tensor<257x70xf64>
  %y = prim.add %a, %one : tensor<257x70xf64>
  return %y : tensor<257x70xf64>
}

// What the kernel reads is an operand of the product too: written over, later rows would meet it.
func.func @operand_is_read(%x: tensor<256x256xf64>) -> tensor<256x256xf64>
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.sin(x) @ np.sin(x) / 16 - np.sin(x)"} {
  %s = prim.constant dense<16.0> : tensor<256x256xf64>
  %a = prim.sin %x : tensor<256x256xf64>
  %z = prim.matmul %a, %a : tensor<256x256xf64>, tensor<256x256xf64>
  %d = prim.div %z, %s : tensor<256x256xf64>
  %y = prim.sub %d, %a : tensor<256x256xf64>
  return %y : tensor<256x256xf64>
}

// Columns are summed up: that needs all rows.
func.func @columns(%x: tensor<300x40xf64>, %w: tensor<40x96xf64>) -> tensor<96xf64>
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.max(x @ w, axis=0)"} {
  %z = prim.matmul %x, %w : tensor<300x40xf64>, tensor<40x96xf64>
  %y = prim.max %z axes [0] : tensor<300x96xf64>
  return %y : tensor<96xf64>
}

// What the kernel needs besides is made before the product, and what follows stays behind.
func.func @other_products(%x: tensor<300x40xf64>, %w: tensor<40x96xf64>, %v: tensor<40x96xf64>) -> (tensor<300x96xf64>, tensor<300x96xf64>)
    attributes {check.no_gradient, check.f64_only, check.numpy = "np.sin(x @ w) + np.tanh(x @ v), x @ v"} {
  %z = prim.matmul %x, %w : tensor<300x40xf64>, tensor<40x96xf64>
  %u = prim.matmul %x, %v : tensor<300x40xf64>, tensor<40x96xf64>
  %a = prim.sin %z : tensor<300x96xf64>
  %b = prim.tanh %u : tensor<300x96xf64>
  %y = prim.add %a, %b : tensor<300x96xf64>
  return %y, %u : tensor<300x96xf64>, tensor<300x96xf64>
}
