func.func @fill(%x: tensor<f64>) -> tensor<2x3xf64> attributes {check.numpy = "np.full((2, 3), x)"} {
  %y = prim.fill %x : tensor<f64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @fill_of_open_sizes(%x: tensor<f64>,
    %s: tensor<2xi64> {check.value = dense<[2, 3]> : tensor<2xi64>}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.full((2, 3), x)"} {
  %y = prim.fill %x to %s : tensor<f64>, tensor<2xi64> -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func @fill_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = prim.fill %x : tensor<f64> -> tensor<f64>
  return %y : tensor<f64>
}

func.func @fill_of_nothing(%x: tensor<f64>) -> tensor<0x2xf64>
    attributes {check.numpy = "np.full((0, 2), x)"} {
  %y = prim.fill %x : tensor<f64> -> tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @fill_of_booleans() -> tensor<2xi1> {
  %x = prim.constant dense<true> : tensor<i1>
  %y = prim.fill %x : tensor<i1> -> tensor<2xi1>
  check.equal %y, dense<[true, true]> : tensor<2xi1>
  return %y : tensor<2xi1>
}
