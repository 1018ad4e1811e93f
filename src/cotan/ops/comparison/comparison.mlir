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

// By the first parts that differ.
func.func @order_of_complex_numbers(%x: tensor<9x2xf64> {check.range = [0, 3]}, %y: tensor<9x2xf64> {check.range = [0, 3]}) -> (tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>)
    attributes {check.numpy = "(lambda z, w: (z < w, z <= w, z > w, z >= w))(np.round(x) @ [1, 1j], np.round(y) @ [1, 1j])"} {
  %i = prim.round %x : tensor<9x2xf64>
  %j = prim.round %y : tensor<9x2xf64>
  %z = prim.as_complex %i : tensor<9x2xf64>
  %w = prim.as_complex %j : tensor<9x2xf64>
  %lt = prim.lt %z, %w : tensor<9xcomplex<f64>>
  %le = prim.le %z, %w : tensor<9xcomplex<f64>>
  %gt = prim.gt %z, %w : tensor<9xcomplex<f64>>
  %ge = prim.ge %z, %w : tensor<9xcomplex<f64>>
  return %lt, %le, %gt, %ge : tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>
}

func.func @order_of_complex_numbers_with_nan() -> (tensor<4xi1>, tensor<4xi1>) {
  %x = prim.constant dense<[(1.0, 0x7FF8000000000000), (0x7FF8000000000000, 1.0), (1.0, 2.0), (1.0, 2.0)]> : tensor<4xcomplex<f64>>
  %y = prim.constant dense<[(2.0, 1.0), (2.0, 1.0), (1.0, 0x7FF8000000000000), (1.0, 2.0)]> : tensor<4xcomplex<f64>>
  %lt = prim.lt %x, %y : tensor<4xcomplex<f64>>
  %ge = prim.ge %x, %y : tensor<4xcomplex<f64>>
  check.equal %lt, dense<false> : tensor<4xi1>
  check.equal %ge, dense<[false, false, false, true]> : tensor<4xi1>
  return %lt, %ge : tensor<4xi1>, tensor<4xi1>
}
