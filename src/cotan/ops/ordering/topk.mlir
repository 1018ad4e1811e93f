func.func @topk(%x: tensor<3x6xf64>) -> (tensor<3x2xf64>, tensor<3x2xi64>)
    attributes {check.numpy = "(-np.sort(-x, 1)[:, :2], np.argsort(-x, 1)[:, :2])", check.kinks = "at ties"} {
  %y, %i = prim.topk %x k 2 : tensor<3x6xf64>
  return %y, %i : tensor<3x2xf64>, tensor<3x2xi64>
}

func.func @square_of_the_largest(%x: tensor<5xf64>) -> tensor<1xf64>
    attributes {check.numpy = "x.max(keepdims=True) ** 2", check.kinks = "at ties"} {
  %y, %i = prim.topk %x k 1 : tensor<5xf64>
  %z = prim.mul %y, %y : tensor<1xf64>
  return %z : tensor<1xf64>
}

func.func @topk_of_all(%x: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "np.sort(x)[::-1]", check.kinks = "at ties"} {
  %y, %i = prim.topk %x k 4 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @topk_of_none(%x: tensor<2x3xf64>) -> tensor<2x0xf64>
    attributes {check.numpy = "x[:, :0]"} {
  %y, %i = prim.topk %x k 0 : tensor<2x3xf64>
  return %y : tensor<2x0xf64>
}

func.func @topk_of_no_rows(%x: tensor<0x3xf64>) -> tensor<0x2xf64>
    attributes {check.numpy = "x[:, :2]"} {
  %y, %i = prim.topk %x k 2 : tensor<0x3xf64>
  return %y : tensor<0x2xf64>
}

func.func @topk_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 4]}) -> tensor<?x3xf64>
    attributes {check.numpy = "-np.sort(-x, 1)[:, :3]", check.kinks = "at ties"} {
  %y, %i = prim.topk %x k 3 : tensor<?x?xf64>
  return %y : tensor<?x3xf64>
}

func.func @lowest_index_comes_first() -> (tensor<4xf64>, tensor<4xi64>) {
  %x = prim.constant dense<[1.0, 3.0, 0x7FF8000000000000, 3.0, -1.0]> : tensor<5xf64>
  %y, %i = prim.topk %x k 4 : tensor<5xf64>
  check.equal %y, dense<[0x7FF8000000000000, 3.0, 3.0, 1.0]> : tensor<4xf64>
  check.equal %i, dense<[2, 1, 3, 0]> : tensor<4xi64>
  return %y, %i : tensor<4xf64>, tensor<4xi64>
}
