func.func @argmax(%x: tensor<2x3xf64>) -> tensor<2xi64>
    attributes {check.numpy = "x.argmax(axis=1)"} {
  %y = prim.argmax %x axis 1 : tensor<2x3xf64>
  return %y : tensor<2xi64>
}

func.func @argmax_keeps_the_axis(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<1x3xi64>
    attributes {check.numpy = "x.argmax(axis=0)[None]"} {
  %y = prim.argmax %x axis 0 keepdims : tensor<?x3xf64>
  return %y : tensor<1x3xi64>
}

func.func @argmax_takes_the_first() -> tensor<4xi64> {
  %x = prim.constant dense<[[1.0, 2.0, 2.0], [1.0, 0x7FF8000000000000, 0x7FF8000000000000], [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [-0.0, 0.0, -1.0]]> : tensor<4x3xf64>
  %y = prim.argmax %x axis 1 : tensor<4x3xf64>
  check.equal %y, dense<[1, 1, 0, 0]> : tensor<4xi64>
  return %y : tensor<4xi64>
}

func.func @argmax_of_booleans() -> tensor<i64> {
  %x = prim.constant dense<[false, true, true]> : tensor<3xi1>
  %y = prim.argmax %x axis 0 : tensor<3xi1>
  check.equal %y, dense<1> : tensor<i64>
  return %y : tensor<i64>
}

func.func @argmax_into_nothing(%x: tensor<0x3xf64>) -> tensor<0xi64>
    attributes {check.numpy = "x.argmax(axis=1)"} {
  %y = prim.argmax %x axis 1 : tensor<0x3xf64>
  return %y : tensor<0xi64>
}

func.func @argmin(%x: tensor<5xf64>) -> tensor<i64> attributes {check.numpy = "x.argmin()"} {
  %y = prim.argmin %x axis 0 : tensor<5xf64>
  return %y : tensor<i64>
}

func.func @argmin_takes_the_first() -> tensor<3xi64> {
  %x = prim.constant dense<[[2.0, 1.0, 1.0], [0xFFF0000000000000, 0x7FF8000000000000, 0.0], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000]]> : tensor<3x3xf64>
  %y = prim.argmin %x axis 1 : tensor<3x3xf64>
  check.equal %y, dense<[1, 1, 0]> : tensor<3xi64>
  return %y : tensor<3xi64>
}

func.func @argmin_of_unsigned() -> tensor<i64> {
  %x = prim.constant dense<[255, 0, 0]> : tensor<3xui8>
  %y = prim.argmin %x axis 0 : tensor<3xui8>
  check.equal %y, dense<1> : tensor<i64>
  return %y : tensor<i64>
}

func.func @argmax_of_complex_numbers(%x: tensor<4x3x2xf32>) -> tensor<3xi64> attributes {check.numpy =
    "np.argmax(x[..., 0] + 1j * x[..., 1], 0)", check.no_gradient} {
  %z = prim.as_complex %x : tensor<4x3x2xf32>
  %i = prim.argmax %z axis 0 : tensor<4x3xcomplex<f32>>
  return %i : tensor<3xi64>
}

func.func @of_equal_real_parts_the_imaginary_ones_decide() -> (tensor<3xi64>, tensor<3xi64>) {
  %x = prim.constant dense<[[(1.0, 2.0), (1.0, 3.0), (1.0, 3.0), (0.0, 9.0)],
      [(1.0, 2.0), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0), (3.0, 1.0)],
      [(0xFFF0000000000000, 0xFFF0000000000000), (0xFFF0000000000000, 0xFFF0000000000000), (-0.0, 1.0), (0.0, 1.0)]]>
      : tensor<3x4xcomplex<f64>>
  %i = prim.argmax %x axis 1 : tensor<3x4xcomplex<f64>>
  check.equal %i, dense<[1, 1, 2]> : tensor<3xi64>
  %j = prim.argmin %x axis 1 : tensor<3x4xcomplex<f64>>
  check.equal %j, dense<[3, 1, 0]> : tensor<3xi64>
  return %i, %j : tensor<3xi64>, tensor<3xi64>
}
