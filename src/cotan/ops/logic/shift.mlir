func.func @shift_left(%x: tensor<2x3xi64> {check.range = [-9.0, 9.0]},
    %y: tensor<2x3xi64> {check.range = [0.0, 9.0]}) -> tensor<2x3xi64>
    attributes {check.numpy = "x << y", check.no_gradient} {
  %z = prim.shift_left %x, %y : tensor<2x3xi64>
  return %z : tensor<2x3xi64>
}

func.func @shift_left_by_too_much_is_zero() -> tensor<5xi8> {
  %x = prim.constant dense<[1, -1, 3, -1, 65]> : tensor<5xi8>
  %y = prim.constant dense<[7, 8, -1, 100, 1]> : tensor<5xi8>
  %z = prim.shift_left %x, %y : tensor<5xi8>
  check.equal %z, dense<[-128, 0, 0, 0, -126]> : tensor<5xi8>
  return %z : tensor<5xi8>
}

func.func @shift_right(%x: tensor<?xi64> {check.range = [-9.0, 9.0], check.shape = [4]},
    %y: tensor<?xi64> {check.range = [0.0, 3.0], check.shape = [4]}) -> tensor<?xi64>
    attributes {check.numpy = "x >> y", check.no_gradient} {
  %z = prim.shift_right %x, %y : tensor<?xi64>
  return %z : tensor<?xi64>
}

func.func @shift_right_keeps_the_sign() -> tensor<5xi64> {
  %x = prim.constant dense<[-8, 8, -8, 8, -8]> : tensor<5xi64>
  %y = prim.constant dense<[1, 1, 64, 64, -1]> : tensor<5xi64>
  %z = prim.shift_right %x, %y : tensor<5xi64>
  check.equal %z, dense<[-4, 4, -1, 0, -1]> : tensor<5xi64>
  return %z : tensor<5xi64>
}

func.func @shift_right_of_unsigned() -> tensor<3xui8> {
  %x = prim.constant dense<[255, 255, 128]> : tensor<3xui8>
  %y = prim.constant dense<[4, 8, 7]> : tensor<3xui8>
  %z = prim.shift_right %x, %y : tensor<3xui8>
  check.equal %z, dense<[15, 0, 1]> : tensor<3xui8>
  return %z : tensor<3xui8>
}
