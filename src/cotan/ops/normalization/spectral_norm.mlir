func.func @spectral_norm(%x: tensor<3x2xf64>, %u: tensor<3xf64> {check.range = [0.5, 1.0]},
    %v: tensor<2xf64> {check.range = [0.5, 1.0]}) -> tensor<3x2xf64>
    attributes {check.numpy = "x / (u @ x @ v)"} {
  %y, %next_u, %next_v = composite.spectral_norm %x, %u, %v {iterations = 0}
      : tensor<3x2xf64>, tensor<3xf64>, tensor<2xf64>
  return %y : tensor<3x2xf64>
}

// No derivative flows through what finds u and v: differences see it.
func.func @spectral_norm_of_singular_vectors(%x: tensor<?x?xf64> {check.value = dense<[[3.0, 0.0], [4.0, 5.0]]> : tensor<2x2xf64>},
    %u: tensor<?xf64> {check.value = dense<[1.0, 0.5]> : tensor<2xf64>},
    %v: tensor<?xf64> {check.value = dense<[1.0, 0.5]> : tensor<2xf64>}) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
    attributes {check.numpy = "(x / np.sqrt(45), np.array([1, 3]) / np.sqrt(10), np.array([1, 1]) / np.sqrt(2))", check.no_gradient, check.f64_only} {
  %y, %next_u, %next_v = composite.spectral_norm %x, %u, %v {iterations = 20}
      : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
  return %y, %next_u, %next_v : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
}
