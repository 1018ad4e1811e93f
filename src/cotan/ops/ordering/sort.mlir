func.func @sort(%x: tensor<3x5xf64>) -> tensor<3x5xf64> attributes {check.numpy = "np.sort(x, 1)", check.kinks = "at ties"} {
  %y = prim.sort %x axis 1 : tensor<3x5xf64>
  return %y : tensor<3x5xf64>
}

func.func @sort_along_a_middle_axis(%x: tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
    attributes {check.numpy = "-np.sort(-x, 1)", check.kinks = "at ties"} {
  %y = prim.sort %x axis 1 {descending} : tensor<2x4x3xf64>
  return %y : tensor<2x4x3xf64>
}

func.func @products_of_sorted(%x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64>
    attributes {check.numpy = "np.sort(x * y) * np.sort(x)", check.kinks = "at ties"} {
  %a = prim.mul %x, %y : tensor<5xf64>
  %b = prim.sort %a axis 0 : tensor<5xf64>
  %c = prim.sort %x axis 0 : tensor<5xf64>
  %z = prim.mul %b, %c : tensor<5xf64>
  return %z : tensor<5xf64>
}

func.func @sort_of_nothing(%x: tensor<0x3xf64>) -> tensor<0x3xf64> attributes {check.numpy = "x"} {
  %y = prim.sort %x axis 0 : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}

func.func @sort_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [4, 2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.sort(x, 0)", check.kinks = "at ties"} {
  %y = prim.sort %x axis 0 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @argsort(%x: tensor<3x5xf64>) -> tensor<3x5xi64>
    attributes {check.numpy = "np.argsort(x, 1)", check.no_gradient} {
  %y = prim.argsort %x axis 1 : tensor<3x5xf64>
  return %y : tensor<3x5xi64>
}

func.func @nan_comes_last() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 1.0, 0x7FF0000000000000, -2.0,
                            0xFFF0000000000000]> : tensor<5xf64>
  %y = prim.sort %x axis 0 : tensor<5xf64>
  check.equal %y, dense<[0xFFF0000000000000, -2.0, 1.0, 0x7FF0000000000000,
                         0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @nan_comes_first_if_descending() -> tensor<3xf32> {
  %x = prim.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %y = prim.sort %x axis 0 {descending} : tensor<3xf32>
  check.equal %y, dense<[0x7FC00000, 2.0, 1.0]> : tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @equal_elements_keep_their_order() -> (tensor<5xi64>, tensor<5xi64>) {
  %x = prim.constant dense<[1.0, 0.0, 1.0, -0.0, 0.0]> : tensor<5xf64>
  %i = prim.argsort %x axis 0 : tensor<5xf64>
  check.equal %i, dense<[1, 3, 4, 0, 2]> : tensor<5xi64>
  %j = prim.argsort %x axis 0 {descending} : tensor<5xf64>
  check.equal %j, dense<[0, 2, 1, 3, 4]> : tensor<5xi64>
  return %i, %j : tensor<5xi64>, tensor<5xi64>
}

func.func @sort_of_integers() -> (tensor<4xui8>, tensor<4xi8>, tensor<3xi1>) {
  %x = prim.constant dense<[200, 1, 127, 128]> : tensor<4xui8>
  %y = prim.sort %x axis 0 : tensor<4xui8>
  check.equal %y, dense<[1, 127, 128, 200]> : tensor<4xui8>
  %u = prim.constant dense<[-128, 1, 127, -1]> : tensor<4xi8>
  %v = prim.sort %u axis 0 {descending} : tensor<4xi8>
  check.equal %v, dense<[127, 1, -1, -128]> : tensor<4xi8>
  %a = prim.constant dense<[true, false, true]> : tensor<3xi1>
  %b = prim.sort %a axis 0 : tensor<3xi1>
  check.equal %b, dense<[false, true, true]> : tensor<3xi1>
  return %y, %v, %b : tensor<4xui8>, tensor<4xi8>, tensor<3xi1>
}

func.func @sort_of_complex_numbers(%x: tensor<4x3x2xf64>) -> tensor<4x3x2xf64> attributes {check.numpy =
    "np.sort(x[..., 0] + 1j * x[..., 1], 0)[..., None].view(float)", check.kinks = "at ties"} {
  %z = prim.as_complex %x : tensor<4x3x2xf64>
  %w = prim.sort %z axis 0 : tensor<4x3xcomplex<f64>>
  %y = prim.as_real %w : tensor<4x3xcomplex<f64>>
  return %y : tensor<4x3x2xf64>
}

func.func @argsort_of_complex_numbers(%x: tensor<4x3x2xf32>) -> tensor<4x3xi64> attributes {check.numpy =
    "np.argsort(x[..., 0] + 1j * x[..., 1], 1)", check.no_gradient} {
  %z = prim.as_complex %x : tensor<4x3x2xf32>
  %i = prim.argsort %z axis 1 : tensor<4x3xcomplex<f32>>
  return %i : tensor<4x3xi64>
}
