func.func @eigvals(%x: tensor<2x3x3x2xf64>) -> tensor<2x3x2xf64> attributes {check.numpy =
    "(lambda w: np.stack([w.real, w.imag], -1))(np.sort_complex(np.linalg.eigvals(x[..., 0] + 1j * x[..., 1])))",
    check.kinks = "where eigenvalues coincide", check.order = 1} {
  %a = prim.as_complex %x : tensor<2x3x3x2xf64>
  %w = composite.eigvals %a : tensor<2x3x3xcomplex<f64>>
  %y = prim.as_real %w : tensor<2x3xcomplex<f64>>
  return %y : tensor<2x3x2xf64>
}

func.func @eigvalsh(%x: tensor<?x3x3xf64> {check.shape = [2, 3, 3]}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.linalg.eigvalsh(x)", check.kinks = "where eigenvalues coincide"} {
  %w = composite.eigvalsh %x : tensor<?x3x3xf64>
  return %w : tensor<?x3xf64>
}

func.func @svdvals(%x: tensor<2x4x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.linalg.svd(x, compute_uv=False)",
    check.kinks = "where singular values coincide or are 0"} {
  %s = composite.svdvals %x : tensor<2x4x3xf64>
  return %s : tensor<2x3xf64>
}

func.func @svdvals_of_complex_numbers(%x: tensor<4x2x2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "np.linalg.svd(x[..., 0] + 1j * x[..., 1], compute_uv=False)", check.kinks = "where singular values coincide or are 0"} {
  %a = prim.as_complex %x : tensor<4x2x2xf64>
  %s = composite.svdvals %a : tensor<4x2xcomplex<f64>>
  return %s : tensor<2xf64>
}

func.func @values_of_nothing(%x: tensor<2x0x0xf64>) -> (tensor<2x0xf64>, tensor<2x0xf64>) attributes {check.numpy = "(np.zeros((2, 0)), np.zeros((2, 0)))"} {
  %w = composite.eigvalsh %x : tensor<2x0x0xf64>
  %s = composite.svdvals %x : tensor<2x0x0xf64>
  return %w, %s : tensor<2x0xf64>, tensor<2x0xf64>
}
