// Samples: each function is checked by value (NumPy), derivative (finite differences, forward
// against reverse, second order), element type and pass.

func.func @add(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x + y"} {
  %z = prim.add %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @sub(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x - y"} {
  %z = prim.sub %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @mul_of_scalars(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "x * y"} {
  %z = prim.mul %x, %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @mul_of_nothing(%x: tensor<0x3xf64>, %y: tensor<0x3xf64>) -> tensor<0x3xf64>
    attributes {check.numpy = "x * y"} {
  %z = prim.mul %x, %y : tensor<0x3xf64>
  return %z : tensor<0x3xf64>
}

func.func @square_of_dynamic(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x * x"} {
  %z = prim.mul %x, %x : tensor<?x2xf64>
  return %z : tensor<?x2xf64>
}

func.func @div(%x: tensor<4xf64>, %y: tensor<4xf64> {check.range = [0.5, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "x / y"} {
  %z = prim.div %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @neg(%x: tensor<4xf64>) -> tensor<4xf64> attributes {check.numpy = "-x"} {
  %z = prim.neg %x : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @integers_wrap_around() -> tensor<3xi8> {
  %x = prim.constant dense<[127, -128, 100]> : tensor<3xi8>
  %y = prim.constant dense<[1, -1, 100]> : tensor<3xi8>
  %z = prim.add %x, %y : tensor<3xi8>
  check.equal %z, dense<[-128, 127, -56]> : tensor<3xi8>
  return %z : tensor<3xi8>
}

func.func @integer_division_by_zero_is_minus_one() -> tensor<4xi32> {
  %x = prim.constant dense<[7, -7, 5, -2147483648]> : tensor<4xi32>
  %y = prim.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %z = prim.div %x, %y : tensor<4xi32>
  check.equal %z, dense<[3, -3, -1, -2147483648]> : tensor<4xi32>
  return %z : tensor<4xi32>
}

func.func @mul_no_nan(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x * y"} {
  %z = prim.mul_no_nan %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @mul_no_nan_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0x7FF0000000000000, 0x7FF8000000000000, 0.0, 2.0, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %y = prim.constant dense<[0.0, 0.0, 0x7FF0000000000000, 3.0, -1.0, 1.0]> : tensor<6xf64>
  %z = prim.mul_no_nan %x, %y : tensor<6xf64>
  check.equal %z, dense<[0.0, 0.0, 0x7FF8000000000000, 6.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  return %z : tensor<6xf64>
}
