func.func @pow(%x: tensor<2x3xf64> {check.range = [0.2, 2.0]}, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x ** y"} {
  %z = prim.pow %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @pow_of_exponents_at_run_time(%x: tensor<f64> {check.range = [0.2, 2.0]}, %y: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "x ** y"} {
  %z = prim.pow %x, %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @pow_of_exponent_between_whole_numbers(%x: tensor<4xf64> {check.range = [0.2, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "x ** 2.5"} {
  %y = prim.constant dense<2.5> : tensor<4xf64>
  %z = prim.pow %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @pow_of_negative_exponent(%x: tensor<4xf64> {check.range = [0.2, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "x ** -2.0"} {
  %y = prim.constant dense<-2.0> : tensor<4xf64>
  %z = prim.pow %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @pow_of_negative_base(%x: tensor<4xf64> {check.range = [-2.0, -0.5]}) -> tensor<4xf64>
    attributes {check.numpy = "x ** 3.0"} {
  %y = prim.constant dense<3.0> : tensor<4xf64>
  %z = prim.pow %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @pow_of_exponent_zero_is_flat(%x: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "np.ones_like(x)"} {
  %y = prim.constant dense<0.0> : tensor<4xf64>
  %z = prim.pow %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @pow_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, -8.0, 0x7FF8000000000000, 1.0, 0.0, -2.0]> : tensor<6xf64>
  %y = prim.constant dense<[0.0, 0.5, 0.0, 0x7FF8000000000000, -1.0, 3.0]> : tensor<6xf64>
  %z = prim.pow %x, %y : tensor<6xf64>
  check.equal %z, dense<[1.0, 0x7FF8000000000000, 1.0, 1.0, 0x7FF0000000000000, -8.0]> : tensor<6xf64>
  return %z : tensor<6xf64>
}

func.func @pow_of_integers_wraps_around() -> tensor<7xi8> {
  %x = prim.constant dense<[2, 2, 3, -2, -1, 0, 5]> : tensor<7xi8>
  %y = prim.constant dense<[6, 7, 5, 7, -3, -1, -2]> : tensor<7xi8>
  %z = prim.pow %x, %y : tensor<7xi8>
  check.equal %z, dense<[64, -128, -13, -128, -1, -1, 0]> : tensor<7xi8>
  return %z : tensor<7xi8>
}

func.func @square(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x * x"} {
  %y = prim.square %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @square_of_integers_wraps_around() -> tensor<2xi8> {
  %x = prim.constant dense<[-12, -3]> : tensor<2xi8>
  %y = prim.square %x : tensor<2xi8>
  check.equal %y, dense<[-112, 9]> : tensor<2xi8>
  return %y : tensor<2xi8>
}

func.func @sqrt(%x: tensor<4xf64> {check.range = [0.1, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.sqrt(x)"} {
  %y = prim.sqrt %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @sqrt_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.sqrt %x : tensor<4xf64>
  check.equal %y, dense<[-0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @rsqrt(%x: tensor<4xf64> {check.range = [0.2, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "1 / np.sqrt(x)"} {
  %y = prim.rsqrt %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @rsqrt_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0.0, -1.0, 0x7FF0000000000000, 4.0]> : tensor<4xf64>
  %y = prim.rsqrt %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF0000000000000, 0x7FF8000000000000, 0.0, 0.5]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @cbrt(%x: tensor<4xf64> {check.range = [-3.0, -0.2]}) -> tensor<4xf64>
    attributes {check.numpy = "np.cbrt(x)"} {
  %y = prim.cbrt %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @reciprocal(%x: tensor<0x2xf64>) -> tensor<0x2xf64> attributes {check.numpy = "1 / x"} {
  %y = prim.reciprocal %x : tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @reciprocal_of_positive(%x: tensor<f64> {check.range = [0.5, 2.0]}) -> tensor<f64>
    attributes {check.numpy = "1 / x"} {
  %y = prim.reciprocal %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @reciprocal_of_zero_is_infinite() -> tensor<3xf64> {
  %x = prim.constant dense<[0.0, -0.0, 0xFFF0000000000000]> : tensor<3xf64>
  %y = prim.reciprocal %x : tensor<3xf64>
  check.equal %y, dense<[0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}
