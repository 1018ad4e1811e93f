func.func @gcd(%x: tensor<2x3xi32> {check.range = [-60, 60]}, %y: tensor<2x3xi32> {check.range = [-60, 60]}) -> tensor<2x3xi32>
    attributes {check.numpy = "np.gcd(x, y)"} {
  %z = prim.gcd %x, %y : tensor<2x3xi32>
  return %z : tensor<2x3xi32>
}

func.func @gcd_of_open_size(%x: tensor<?xi64> {check.shape = [5], check.range = [-60, 60]},
    %y: tensor<?xi64> {check.shape = [5], check.range = [-60, 60]}) -> tensor<?xi64>
    attributes {check.numpy = "np.gcd(x, y)"} {
  %z = prim.gcd %x, %y : tensor<?xi64>
  return %z : tensor<?xi64>
}

func.func @gcd_of_special_values() -> tensor<7xi8> {
  %x = prim.constant dense<[-12, 0, 0, -128, -128, -128, 127]> : tensor<7xi8>
  %y = prim.constant dense<[18, -7, 0, 0, -128, 96, 1]> : tensor<7xi8>
  %z = prim.gcd %x, %y : tensor<7xi8>
  check.equal %z, dense<[6, 7, 0, -128, -128, 32, 1]> : tensor<7xi8>
  return %z : tensor<7xi8>
}

func.func @gcd_of_large_integers() -> tensor<3xi64> {
  %x = prim.constant dense<[-9223372036854775808, -9223372036854775808, 7540113804746346429]> : tensor<3xi64>
  %y = prim.constant dense<[-9223372036854775808, 6, 4660046610375530309]> : tensor<3xi64>
  %z = prim.gcd %x, %y : tensor<3xi64>
  check.equal %z, dense<[-9223372036854775808, 2, 1]> : tensor<3xi64>
  return %z : tensor<3xi64>
}

func.func @gcd_of_unsigned() -> tensor<3xui64> {
  %x = prim.constant dense<[18446744073709551615, 18446744073709551614, 9223372036854775808]> : tensor<3xui64>
  %y = prim.constant dense<[5, 18446744073709551614, 18446744073709551614]> : tensor<3xui64>
  %z = prim.gcd %x, %y : tensor<3xui64>
  check.equal %z, dense<[5, 18446744073709551614, 2]> : tensor<3xui64>
  return %z : tensor<3xui64>
}

func.func @lcm(%x: tensor<2x3xi32> {check.range = [-60, 60]}, %y: tensor<2x3xi32> {check.range = [-60, 60]}) -> tensor<2x3xi32>
    attributes {check.numpy = "np.lcm(x, y)"} {
  %z = prim.lcm %x, %y : tensor<2x3xi32>
  return %z : tensor<2x3xi32>
}

func.func @lcm_of_special_values() -> tensor<7xi8> {
  %x = prim.constant dense<[-4, 0, 0, -128, -128, 64, 127]> : tensor<7xi8>
  %y = prim.constant dense<[6, -7, 0, 0, -128, -3, 2]> : tensor<7xi8>
  %z = prim.lcm %x, %y : tensor<7xi8>
  check.equal %z, dense<[12, 0, 0, 0, -128, -64, -2]> : tensor<7xi8>
  return %z : tensor<7xi8>
}

func.func @lcm_of_unsigned() -> tensor<2xui64> {
  %x = prim.constant dense<[18446744073709551615, 6]> : tensor<2xui64>
  %y = prim.constant dense<[5, 9223372036854775808]> : tensor<2xui64>
  %z = prim.lcm %x, %y : tensor<2xui64>
  check.equal %z, dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  return %z : tensor<2xui64>
}
