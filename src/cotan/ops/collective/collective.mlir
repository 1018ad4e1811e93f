// Of one lane alone. Of several lanes: test/passes/collective.mlir.

func.func @psum(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64> attributes {check.numpy = "x"} {
  %y = composite.psum %x over "i" : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @psum_of_complex_numbers() -> tensor<2xcomplex<f64>>
    attributes {check.numpy = "np.array([1 + 2j, -3j])"} {
  %x = prim.constant dense<[(1.0, 2.0), (0.0, -3.0)]> : tensor<2xcomplex<f64>>
  %y = composite.psum %x over "i" : tensor<2xcomplex<f64>>
  return %y : tensor<2xcomplex<f64>>
}

func.func @all_gather(%x: tensor<2xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.stack([x, 0 * x, 0 * x], 1)"} {
  %y = composite.all_gather %x over "i" axis 1 : tensor<2xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @all_gather_of_open_sizes(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "x[None]"} {
  %y = composite.all_gather %x over "i" axis 0 : tensor<?xf64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @all_gather_of_no_lane(%x: tensor<2xf64>) -> tensor<0x2xf64> attributes {check.numpy = "np.zeros((0, 2))"} {
  %y = composite.all_gather %x over "i" axis 0 : tensor<2xf64> -> tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @psum_scatter(%x: tensor<2x3xf64>) -> tensor<2xf64> attributes {check.numpy = "x[:, 0]"} {
  %y = composite.psum_scatter %x over "i" axis 1 : tensor<2x3xf64> -> tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @psum_scatter_of_no_lane(%x: tensor<0x2xf64>) -> tensor<2xf64> attributes {check.numpy = "np.zeros(2)"} {
  %y = composite.psum_scatter %x over "i" axis 0 : tensor<0x2xf64> -> tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @ppermute(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> (tensor<?x2xf64>, tensor<?x2xf64>)
    attributes {check.numpy = "x, 0 * x"} {
  %y = composite.ppermute %x over "i" sources [0, 2, -1] : tensor<?x2xf64>
  %z = composite.ppermute %x over "i" sources [1, 0, 2] : tensor<?x2xf64>
  return %y, %z : tensor<?x2xf64>, tensor<?x2xf64>
}

func.func @all_to_all(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x * np.array([1, 0, 0])"} {
  %y = composite.all_to_all %x over "i" axis 1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @all_to_all_of_no_lane(%x: tensor<2x0xf64>) -> tensor<2x0xf64> attributes {check.numpy = "x"} {
  %y = composite.all_to_all %x over "i" axis 1 : tensor<2x0xf64>
  return %y : tensor<2x0xf64>
}

func.func @axis_index() -> tensor<i64> attributes {check.numpy = "np.int64(0)"} {
  %i = composite.axis_index over "i"
  return %i : tensor<i64>
}
