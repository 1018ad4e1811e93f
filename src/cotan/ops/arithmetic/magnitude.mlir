func.func @abs(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.abs(x)", check.kinks = "at 0"} {
  %y = prim.abs %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @abs_of_dynamic(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64>
    attributes {check.numpy = "np.abs(x)", check.kinks = "at 0"} {
  %y = prim.abs %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @abs_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0xFFF0000000000000, 0x7FF8000000000000, -4.9e-324]> : tensor<4xf64>
  %y = prim.abs %x : tensor<4xf64>
  check.equal %y, dense<[0.0, 0x7FF0000000000000, 0x7FF8000000000000, 4.9e-324]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @abs_of_the_smallest_integer_is_itself() -> tensor<3xi8> {
  %x = prim.constant dense<[-128, -127, 5]> : tensor<3xi8>
  %y = prim.abs %x : tensor<3xi8>
  check.equal %y, dense<[-128, 127, 5]> : tensor<3xi8>
  return %y : tensor<3xi8>
}

func.func @sign(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.sign(x)"} {
  %y = prim.sign %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sign_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "np.sign(x)"} {
  %y = prim.sign %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @sign_keeps_zeros_and_nan() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, 4.9e-324]> : tensor<5xf64>
  %y = prim.sign %x : tensor<5xf64>
  check.equal %y, dense<[-0.0, 0.0, 0x7FF8000000000000, -1.0, 1.0]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @sign_of_integers() -> tensor<3xi32> {
  %x = prim.constant dense<[-2147483648, 0, 7]> : tensor<3xi32>
  %y = prim.sign %x : tensor<3xi32>
  check.equal %y, dense<[-1, 0, 1]> : tensor<3xi32>
  return %y : tensor<3xi32>
}

func.func @sign_of_unsigned_integers() -> tensor<2xui8> {
  %x = prim.constant dense<[0, 255]> : tensor<2xui8>
  %y = prim.sign %x : tensor<2xui8>
  check.equal %y, dense<[0, 1]> : tensor<2xui8>
  return %y : tensor<2xui8>
}

func.func @hypot(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.hypot(x, y)", check.kinks = "at the origin"} {
  %z = composite.hypot %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @hypot_of_special_values() -> tensor<7xf64> {
  %x = prim.constant dense<[0.0, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e200, 3.0e-320, -3.0, 0x7FF8000000000000]> : tensor<7xf64>
  %y = prim.constant dense<[-0.0, 0x7FF8000000000000, 1.0, 1.0e-200, -4.0e-320, 4.0, 0x7FF0000000000000]> : tensor<7xf64>
  %z = composite.hypot %x, %y : tensor<7xf64>
  check.equal %z, dense<[0.0, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e200, 5.0e-320, 5.0, 0x7FF0000000000000]> : tensor<7xf64>
  return %z : tensor<7xf64>
}

func.func @copysign(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.copysign(x, [1, -2, 3])", check.kinks = "where x is 0"} {
  %y = prim.constant dense<[[1.0, -2.0, 3.0], [1.0, -2.0, 3.0]]> : tensor<2x3xf64>
  %z = prim.copysign %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @copysign_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, 1.0, 0x7FF0000000000000, -0.0, -3.0, 0x7FF8000000000000]> : tensor<6xf64>
  %y = prim.constant dense<[-1.0, -0.0, -1.0, 2.0, 0xFFF8000000000000, 1.0]> : tensor<6xf64>
  %z = prim.copysign %x, %y : tensor<6xf64>
  check.equal %z, dense<[-0.0, -1.0, 0xFFF0000000000000, 0.0, -3.0, 0x7FF8000000000000]> : tensor<6xf64>
  return %z : tensor<6xf64>
}
