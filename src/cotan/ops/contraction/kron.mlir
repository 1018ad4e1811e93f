func.func @kron(%x: tensor<2x3xf64>, %y: tensor<2x2xf64>) -> tensor<4x6xf64> attributes {check.numpy = "np.kron(x, y)"} {
  %z = composite.kron %x, %y : tensor<2x3xf64>, tensor<2x2xf64>
  return %z : tensor<4x6xf64>
}

func.func @kron_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [3, 2]}, %y: tensor<?x?xf64> {check.shape = [2, 2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.kron(x, y)"} {
  %z = composite.kron %x, %y : tensor<?x2xf64>, tensor<?x?xf64>
  return %z : tensor<?x?xf64>
}

func.func @kron_of_vector_and_matrix(%x: tensor<3xf64>, %y: tensor<2x2xf64>) -> tensor<2x6xf64> attributes {check.numpy = "np.kron(x, y)"} {
  %z = composite.kron %x, %y : tensor<3xf64>, tensor<2x2xf64>
  return %z : tensor<2x6xf64>
}

func.func @kron_of_numbers(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x * y"} {
  %z = composite.kron %x, %y : tensor<f64>, tensor<f64>
  return %z : tensor<f64>
}

func.func @kron_of_nothing(%x: tensor<0xf64>, %y: tensor<2xf64>) -> tensor<0xf64> attributes {check.numpy = "np.zeros(0)"} {
  %z = composite.kron %x, %y : tensor<0xf64>, tensor<2xf64>
  return %z : tensor<0xf64>
}

func.func @kron_of_complex_numbers(%x: tensor<2x2xf64>, %y: tensor<2x3x2xf64>) -> tensor<2x6x2xf64>
    attributes {check.numpy = "(lambda f: np.stack([f.real, f.imag], -1))(np.kron(x[..., 0] + 1j * x[..., 1], y[..., 0] + 1j * y[..., 1]))"} {
  %a = prim.as_complex %x : tensor<2x2xf64>
  %b = prim.as_complex %y : tensor<2x3x2xf64>
  %z = composite.kron %a, %b : tensor<2xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  %p = prim.as_real %z : tensor<2x6xcomplex<f64>>
  return %p : tensor<2x6x2xf64>
}
