func.func @and(%x: tensor<4xi1> {check.value = dense<[true, true, false, false]> : tensor<4xi1>},
    %y: tensor<4xi1> {check.value = dense<[true, false, true, false]> : tensor<4xi1>}) -> tensor<4xi1>
    attributes {check.numpy = "x & y", check.no_gradient} {
  %z = prim.and %x, %y : tensor<4xi1>
  return %z : tensor<4xi1>
}

func.func @and_of_bits() -> tensor<3xi8> {
  %x = prim.constant dense<[12, -1, -128]> : tensor<3xi8>
  %y = prim.constant dense<[10, 77, 127]> : tensor<3xi8>
  %z = prim.and %x, %y : tensor<3xi8>
  check.equal %z, dense<[8, 77, 0]> : tensor<3xi8>
  return %z : tensor<3xi8>
}

func.func @or(%x: tensor<?xi1> {check.value = dense<[true, true, false, false]> : tensor<4xi1>},
    %y: tensor<?xi1> {check.value = dense<[true, false, true, false]> : tensor<4xi1>}) -> tensor<?xi1>
    attributes {check.numpy = "x | y", check.no_gradient} {
  %z = prim.or %x, %y : tensor<?xi1>
  return %z : tensor<?xi1>
}

func.func @or_of_bits() -> tensor<2xui32> {
  %x = prim.constant dense<[12, 4294967295]> : tensor<2xui32>
  %y = prim.constant dense<[10, 0]> : tensor<2xui32>
  %z = prim.or %x, %y : tensor<2xui32>
  check.equal %z, dense<[14, 4294967295]> : tensor<2xui32>
  return %z : tensor<2xui32>
}

func.func @xor(%x: tensor<4xi64> {check.range = [-9.0, 9.0]}, %y: tensor<4xi64> {check.range = [-9.0, 9.0]})
    -> tensor<4xi64> attributes {check.numpy = "x ^ y", check.no_gradient} {
  %z = prim.xor %x, %y : tensor<4xi64>
  return %z : tensor<4xi64>
}

func.func @xor_of_booleans() -> tensor<4xi1> {
  %x = prim.constant dense<[true, true, false, false]> : tensor<4xi1>
  %y = prim.constant dense<[true, false, true, false]> : tensor<4xi1>
  %z = prim.xor %x, %y : tensor<4xi1>
  check.equal %z, dense<[false, true, true, false]> : tensor<4xi1>
  return %z : tensor<4xi1>
}

func.func @not() -> tensor<2xi1> {
  %x = prim.constant dense<[true, false]> : tensor<2xi1>
  %y = prim.not %x : tensor<2xi1>
  check.equal %y, dense<[false, true]> : tensor<2xi1>
  return %y : tensor<2xi1>
}

func.func @not_of_bits() -> tensor<3xi16> {
  %x = prim.constant dense<[0, -1, 32767]> : tensor<3xi16>
  %y = prim.not %x : tensor<3xi16>
  check.equal %y, dense<[-1, 0, -32768]> : tensor<3xi16>
  return %y : tensor<3xi16>
}

func.func @not_of_unsigned_bits() -> tensor<ui8> {
  %x = prim.constant dense<5> : tensor<ui8>
  %y = prim.not %x : tensor<ui8>
  check.equal %y, dense<250> : tensor<ui8>
  return %y : tensor<ui8>
}
