func.func @maxout(%x: tensor<2x6xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x.reshape(2, 3, 2).max(2)", check.kinks = "at ties"} {
  %y = composite.maxout %x groups 2 axis 1 : tensor<2x6xf64>
  return %y : tensor<2x3xf64>
}

func.func @maxout_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [6, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x.reshape(2, 3, 2).max(1)", check.kinks = "at ties"} {
  %y = composite.maxout %x groups 3 axis 0 : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}
