func.func @lt_is_false_for_nan() -> tensor<3xi1> {
  %x = prim.constant dense<[1.0, 2.0, 0x7FF8000000000000]> : tensor<3xf64>
  %y = prim.constant dense<[2.0, 2.0, 2.0]> : tensor<3xf64>
  %z = prim.lt %x, %y : tensor<3xf64>
  check.equal %z, dense<[true, false, false]> : tensor<3xi1>
  return %z : tensor<3xi1>
}

func.func @ne_is_true_for_nan() -> tensor<2xi1> {
  %x = prim.constant dense<[1.0, 0x7FF8000000000000]> : tensor<2xf64>
  %z = prim.ne %x, %x : tensor<2xf64>
  check.equal %z, dense<[false, true]> : tensor<2xi1>
  return %z : tensor<2xi1>
}

func.func @le(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xi1> attributes {check.numpy = "x <= y"} {
  %z = prim.le %x, %y : tensor<4xf64>
  return %z : tensor<4xi1>
}

func.func @gt(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xi1> attributes {check.numpy = "x > y"} {
  %z = prim.gt %x, %y : tensor<4xf64>
  return %z : tensor<4xi1>
}

func.func @ge(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xi1> attributes {check.numpy = "x >= y"} {
  %z = prim.ge %x, %y : tensor<4xf64>
  return %z : tensor<4xi1>
}

func.func @eq_of_unsigned() -> tensor<2xi1> {
  %x = prim.constant dense<[255, 1]> : tensor<2xui8>
  %y = prim.constant dense<[255, 2]> : tensor<2xui8>
  %z = prim.eq %x, %y : tensor<2xui8>
  check.equal %z, dense<[true, false]> : tensor<2xi1>
  return %z : tensor<2xi1>
}
