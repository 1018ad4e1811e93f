func.func @select_n(%which: tensor<2x3xi32> {check.range = [-2, 5]}, %x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %z: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.choose(which.clip(0, 2), [x, y, z])"} {
  %w = composite.select_n %which, %x, %y, %z : tensor<2x3xi32>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
  return %w : tensor<2x3xf64>
}

func.func @select_n_by_truth_value(%x: tensor<?xf64> {check.shape = [3]}, %y: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(x < y, y, x)", check.kinks = "where x and y are equal"} {
  %which = prim.lt %x, %y : tensor<?xf64>
  %z = composite.select_n %which, %x, %y : tensor<?xi1>, tensor<?xf64>, tensor<?xf64>
  return %z : tensor<?xf64>
}

func.func @select_n_of_one_case(%which: tensor<2xui8> {check.range = [0, 5]}, %x: tensor<2xf64>) -> tensor<2xf64> attributes {check.numpy = "x"} {
  %y = composite.select_n %which, %x : tensor<2xui8>, tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @select_n_ignores_what_is_not_selected() -> tensor<3xf64> {
  %which = prim.constant dense<[0, 1, 255]> : tensor<3xui8>
  %x = prim.constant dense<[1.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>
  %y = prim.constant dense<[0x7FF8000000000000, 2.0, 3.0]> : tensor<3xf64>
  %z = composite.select_n %which, %x, %y : tensor<3xui8>, tensor<3xf64>, tensor<3xf64>
  check.equal %z, dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  return %z : tensor<3xf64>
}

func.func @masked_fill(%x: tensor<2x3xf64>, %value: tensor<f64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where([[1, 0, 0], [0, 1, 1]], value, x)"} {
  %mask = prim.constant dense<[[true, false, false], [false, true, true]]> : tensor<2x3xi1>
  %y = composite.masked_fill %x, %mask, %value : tensor<2x3xf64>, tensor<2x3xi1>, tensor<f64>
  return %y : tensor<2x3xf64>
}

func.func @masked_fill_of_open_size(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(x < 0, 0, x)", check.kinks = "at 0"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %shape = prim.shape %x : tensor<?xf64>
  %zeros = prim.fill %zero to %shape : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  %mask = prim.lt %x, %zeros : tensor<?xf64>
  %y = composite.masked_fill %x, %mask, %zero : tensor<?xf64>, tensor<?xi1>, tensor<f64>
  return %y : tensor<?xf64>
}

func.func @masked_fill_hides_nan() -> tensor<2xf32> {
  %x = prim.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %mask = prim.constant dense<[true, false]> : tensor<2xi1>
  %value = prim.constant dense<7.0> : tensor<f32>
  %y = composite.masked_fill %x, %mask, %value : tensor<2xf32>, tensor<2xi1>, tensor<f32>
  check.equal %y, dense<[7.0, 1.0]> : tensor<2xf32>
  return %y : tensor<2xf32>
}
