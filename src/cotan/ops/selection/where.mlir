func.func @where(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x > y, x, y)", check.kinks = "where the condition changes"} {
  %c = prim.gt %x, %y : tensor<2x3xf64>
  %z = prim.where %c, %x, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @where_of_dynamic(%x: tensor<?xf64> {check.shape = [4]}, %y: tensor<?xf64> {check.shape = [4]},
    %c: tensor<?xi1> {check.value = dense<[true, false, true, false]> : tensor<4xi1>}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(c, x, y)"} {
  %z = prim.where %c, %x, %y : tensor<?xf64>
  return %z : tensor<?xf64>
}

func.func @where_of_scalars(%x: tensor<f64>, %y: tensor<f64>,
    %c: tensor<i1> {check.value = dense<false> : tensor<i1>}) -> tensor<f64>
    attributes {check.numpy = "y"} {
  %z = prim.where %c, %x, %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @where_ignores_what_is_not_chosen() -> tensor<2xf64> {
  %c = prim.constant dense<[true, false]> : tensor<2xi1>
  %x = prim.constant dense<[1.0, 0x7FF8000000000000]> : tensor<2xf64>
  %y = prim.constant dense<[0x7FF0000000000000, -0.0]> : tensor<2xf64>
  %z = prim.where %c, %x, %y : tensor<2xf64>
  check.equal %z, dense<[1.0, -0.0]> : tensor<2xf64>
  return %z : tensor<2xf64>
}

func.func @where_of_booleans() -> tensor<2xi1> {
  %c = prim.constant dense<[true, false]> : tensor<2xi1>
  %x = prim.constant dense<[false, true]> : tensor<2xi1>
  %z = prim.where %c, %x, %c : tensor<2xi1>
  check.equal %z, dense<[false, false]> : tensor<2xi1>
  return %z : tensor<2xi1>
}
