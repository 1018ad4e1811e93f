func.func @remainder(%x: tensor<2x3xf64> {check.range = [-5.0, 5.0]},
    %y: tensor<2x3xf64> {check.range = [0.7, 2.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x % y", check.kinks = "where x is a multiple of y"} {
  %z = prim.remainder %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @remainder_by_negative(%x: tensor<?xf64> {check.range = [-5.0, 5.0], check.shape = [4]},
    %y: tensor<?xf64> {check.range = [-2.0, -0.7], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "x % y", check.kinks = "where x is a multiple of y"} {
  %z = prim.remainder %x, %y : tensor<?xf64>
  return %z : tensor<?xf64>
}

func.func @remainder_of_special_values() -> tensor<7xf64> {
  %x = prim.constant dense<[7.0, -7.0, -3.0, 1.0, 0x7FF0000000000000, 1.0, -1.0]> : tensor<7xf64>
  %y = prim.constant dense<[-3.0, 3.0, 3.0, 0.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<7xf64>
  %z = prim.remainder %x, %y : tensor<7xf64>
  check.equal %z, dense<[-2.0, 2.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 1.0, 0x7FF0000000000000]> : tensor<7xf64>
  return %z : tensor<7xf64>
}

func.func @remainder_of_integers() -> tensor<5xi8> {
  %x = prim.constant dense<[7, -7, 7, 5, -128]> : tensor<5xi8>
  %y = prim.constant dense<[3, 3, -3, 0, -1]> : tensor<5xi8>
  %z = prim.remainder %x, %y : tensor<5xi8>
  check.equal %z, dense<[1, 2, -2, 0, 0]> : tensor<5xi8>
  return %z : tensor<5xi8>
}

func.func @floor_div(%x: tensor<4xf64> {check.range = [-5.0, 5.0]},
    %y: tensor<4xf64> {check.range = [0.7, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "x // y"} {
  %z = prim.floor_div %x, %y : tensor<4xf64>
  return %z : tensor<4xf64>
}

func.func @floor_div_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[-7.0, 7.0, 1.0, 0.0, 0x7FF0000000000000, 1.0]> : tensor<6xf64>
  %y = prim.constant dense<[3.0, -3.0, 0.0, 0.0, 1.0, 0.1]> : tensor<6xf64>
  %z = prim.floor_div %x, %y : tensor<6xf64>
  check.equal %z, dense<[-3.0, -3.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 9.0]> : tensor<6xf64>
  return %z : tensor<6xf64>
}

func.func @floor_div_of_integers() -> tensor<5xi8> {
  %x = prim.constant dense<[7, -7, 7, 5, -128]> : tensor<5xi8>
  %y = prim.constant dense<[3, 3, -3, 0, -1]> : tensor<5xi8>
  %z = prim.floor_div %x, %y : tensor<5xi8>
  check.equal %z, dense<[2, -3, -3, -1, -128]> : tensor<5xi8>
  return %z : tensor<5xi8>
}

func.func @floor_div_of_unsigned() -> tensor<2xui8> {
  %x = prim.constant dense<[250, 250]> : tensor<2xui8>
  %y = prim.constant dense<[7, 0]> : tensor<2xui8>
  %z = prim.floor_div %x, %y : tensor<2xui8>
  check.equal %z, dense<[35, 255]> : tensor<2xui8>
  return %z : tensor<2xui8>
}
