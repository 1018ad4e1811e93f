func.func @searchsorted(%x: tensor<6xf64>, %v: tensor<2x3xf64>) -> tensor<2x3xi64>
    attributes {check.numpy = "np.searchsorted(np.sort(x), v)", check.no_gradient} {
  %s = prim.sort %x axis 0 : tensor<6xf64>
  %i = prim.searchsorted %v in %s : tensor<2x3xf64>, tensor<6xf64>
  return %i : tensor<2x3xi64>
}

func.func @searchsorted_in_rows(%x: tensor<2x5xf64>, %v: tensor<2x3xf64>) -> tensor<2x3xi64>
    attributes {check.numpy = "np.stack([np.searchsorted(np.sort(x[i]), v[i], 'right') for i in range(2)])",
                check.no_gradient} {
  %s = prim.sort %x axis 1 : tensor<2x5xf64>
  %i = prim.searchsorted %v in %s {right} : tensor<2x3xf64>, tensor<2x5xf64>
  return %i : tensor<2x3xi64>
}

func.func @searchsorted_of_one_value(%x: tensor<5xf64>, %v: tensor<f64>) -> tensor<i64>
    attributes {check.numpy = "np.searchsorted(np.sort(x), v)", check.no_gradient} {
  %s = prim.sort %x axis 0 : tensor<5xf64>
  %i = prim.searchsorted %v in %s : tensor<f64>, tensor<5xf64>
  return %i : tensor<i64>
}

func.func @searchsorted_of_nothing(%x: tensor<5xf64>, %v: tensor<0x3xf64>) -> tensor<0x3xi64>
    attributes {check.numpy = "np.searchsorted(x, v)", check.no_gradient} {
  %i = prim.searchsorted %v in %x : tensor<0x3xf64>, tensor<5xf64>
  return %i : tensor<0x3xi64>
}

func.func @searchsorted_in_nothing(%x: tensor<0xf64>, %v: tensor<3xf64>) -> tensor<3xi64>
    attributes {check.numpy = "np.zeros(3, int)", check.no_gradient} {
  %i = prim.searchsorted %v in %x {right} : tensor<3xf64>, tensor<0xf64>
  return %i : tensor<3xi64>
}

func.func @searchsorted_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 4]},
                                      %v: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xi64>
    attributes {check.numpy = "np.stack([np.searchsorted(np.sort(x[i]), v[i]) for i in range(2)])",
                check.no_gradient} {
  %s = prim.sort %x axis 1 : tensor<?x?xf64>
  %i = prim.searchsorted %v in %s : tensor<?x?xf64>, tensor<?x?xf64>
  return %i : tensor<?x?xi64>
}

func.func @nan_is_behind_all_numbers() -> (tensor<4xi64>, tensor<4xi64>) {
  %x = prim.constant dense<[-1.0, 0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %v = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.0, 0xFFF0000000000000]>
      : tensor<4xf64>
  %i = prim.searchsorted %v in %x : tensor<4xf64>, tensor<5xf64>
  check.equal %i, dense<[4, 3, 1, 0]> : tensor<4xi64>
  %j = prim.searchsorted %v in %x {right} : tensor<4xf64>, tensor<5xf64>
  check.equal %j, dense<[5, 4, 3, 0]> : tensor<4xi64>
  return %i, %j : tensor<4xi64>, tensor<4xi64>
}

func.func @searchsorted_in_integers() -> (tensor<3xi64>, tensor<2xi64>) {
  %x = prim.constant dense<[1, 127, 128, 200]> : tensor<4xui8>
  %v = prim.constant dense<[128, 0, 255]> : tensor<3xui8>
  %i = prim.searchsorted %v in %x : tensor<3xui8>, tensor<4xui8>
  check.equal %i, dense<[2, 0, 4]> : tensor<3xi64>
  %a = prim.constant dense<[false, true, true]> : tensor<3xi1>
  %b = prim.constant dense<[true, false]> : tensor<2xi1>
  %j = prim.searchsorted %b in %a {right} : tensor<2xi1>, tensor<3xi1>
  check.equal %j, dense<[3, 1]> : tensor<2xi64>
  return %i, %j : tensor<3xi64>, tensor<2xi64>
}

func.func @searchsorted_of_complex_numbers(%x: tensor<2x6x2xf64>, %v: tensor<2x3x2xf64>) -> tensor<2x3xi64> attributes {check.numpy =
    "np.stack([np.searchsorted(np.sort(x[i, :, 0] + 1j * x[i, :, 1]), v[i, :, 0] + 1j * v[i, :, 1]) for i in range(2)])",
    check.no_gradient} {
  %z = prim.as_complex %x : tensor<2x6x2xf64>
  %w = prim.as_complex %v : tensor<2x3x2xf64>
  %s = prim.sort %z axis 1 : tensor<2x6xcomplex<f64>>
  %i = prim.searchsorted %w in %s : tensor<2x3xcomplex<f64>>, tensor<2x6xcomplex<f64>>
  return %i : tensor<2x3xi64>
}

func.func @complex_numbers_with_nan_are_behind_all_others() -> (tensor<4xi64>, tensor<4xi64>) {
  %x = prim.constant dense<[(0.0, 1.0), (2.0, -1.0), (2.0, 1.0), (1.0, 0x7FF8000000000000), (0x7FF8000000000000, 1.0)]>
      : tensor<5xcomplex<f64>>
  %v = prim.constant dense<[(2.0, 1.0), (0x7FF8000000000000, 1.0), (0.0, 0x7FF8000000000000), (-0.0, 1.0)]> : tensor<4xcomplex<f64>>
  %i = prim.searchsorted %v in %x : tensor<4xcomplex<f64>>, tensor<5xcomplex<f64>>
  check.equal %i, dense<[2, 4, 3, 0]> : tensor<4xi64>
  %j = prim.searchsorted %v in %x {right} : tensor<4xcomplex<f64>>, tensor<5xcomplex<f64>>
  check.equal %j, dense<[3, 5, 3, 1]> : tensor<4xi64>
  return %i, %j : tensor<4xi64>, tensor<4xi64>
}
