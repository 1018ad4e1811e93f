func.func @concat(%x: tensor<2x3xf64>, %y: tensor<2x1xf64>, %z: tensor<2x2xf64>) -> tensor<2x6xf64>
    attributes {check.numpy = "np.concatenate([x, y, z], axis=1)"} {
  %w = prim.concat %x, %y, %z axis 1 : tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x2xf64>
  return %w : tensor<2x6xf64>
}

func.func @concat_with_itself(%x: tensor<2x3xf64>) -> tensor<4x3xf64>
    attributes {check.numpy = "np.concatenate([x, x], axis=0)"} {
  %y = prim.concat %x, %x axis 0 : tensor<2x3xf64>, tensor<2x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @concat_with_nothing(%x: tensor<2x3xf64>, %y: tensor<0x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x"} {
  %z = prim.concat %y, %x axis 0 : tensor<0x3xf64>, tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @concat_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %y: tensor<1x?xf64> {check.shape = [1, 3]}, %z: tensor<?x?xf64> {check.shape = [4, 3]})
    -> tensor<?x3xf64> attributes {check.numpy = "np.concatenate([x, y, z])"} {
  %w = prim.concat %x, %y, %z axis 0 : tensor<?x3xf64>, tensor<1x?xf64>, tensor<?x?xf64>
  return %w : tensor<?x3xf64>
}

func.func @concat_beside_open_sizes(%x: tensor<?x1xf64> {check.shape = [2, 1]},
    %y: tensor<2x2xf64>) -> tensor<2x3xf64> attributes {check.numpy = "np.concatenate([x, y], 1)"} {
  %z = prim.concat %x, %y axis 1 : tensor<?x1xf64>, tensor<2x2xf64>
  return %z : tensor<2x3xf64>
}

func.func @concat_of_booleans() -> tensor<3xi1> {
  %x = prim.constant dense<[true, false]> : tensor<2xi1>
  %y = prim.constant dense<true> : tensor<1xi1>
  %z = prim.concat %x, %y axis 0 : tensor<2xi1>, tensor<1xi1>
  check.equal %z, dense<[true, false, true]> : tensor<3xi1>
  return %z : tensor<3xi1>
}

func.func @split(%x: tensor<2x5xf64>) -> (tensor<2x2xf64>, tensor<2x0xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x[:, :2], x[:, 2:2], x[:, 2:])"} {
  %a, %b, %c = prim.split %x axis 1 sizes [2, 0, 3] : tensor<2x5xf64>
  return %a, %b, %c : tensor<2x2xf64>, tensor<2x0xf64>, tensor<2x3xf64>
}

func.func @split_of_which_one_piece_is_used(%x: tensor<4xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x[1:] * x[1:]"} {
  %a, %b = prim.split %x axis 0 sizes [1, 3] : tensor<4xf64>
  %y = prim.mul %b, %b : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @split_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 2]})
    -> (tensor<1x?xf64>, tensor<2x?xf64>) attributes {check.numpy = "(x[:1], x[1:])"} {
  %a, %b = prim.split %x axis 0 sizes [1, 2] : tensor<?x?xf64>
  return %a, %b : tensor<1x?xf64>, tensor<2x?xf64>
}

func.func @concat_of_many_open(%a: tensor<?x1xf64> {check.shape = [3, 1]}, %b: tensor<?x2xf64> {check.shape = [3, 2]},
    %c: tensor<?x?xf64> {check.shape = [3, 1]}, %d: tensor<?x0xf64> {check.shape = [3, 0]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.concatenate([a, b, c, d, a], axis=1)"} {
  %y = prim.concat %a, %b, %c, %d, %a axis 1
    : tensor<?x1xf64>, tensor<?x2xf64>, tensor<?x?xf64>, tensor<?x0xf64>, tensor<?x1xf64>
  return %y : tensor<?x?xf64>
}

func.func @concat_of_many_scalars(%x: tensor<f64>, %y: tensor<2xf64>) -> tensor<?xf64> {
  %s = prim.reshape %x : tensor<f64> -> tensor<1xf64>
  %n = prim.constant dense<[2]> : tensor<1xi64>
  %o = prim.reshape %y to %n : tensor<2xf64>, tensor<1xi64> -> tensor<?xf64>
  %z = prim.concat %s, %o, %s, %y, %o axis 0
    : tensor<1xf64>, tensor<?xf64>, tensor<1xf64>, tensor<2xf64>, tensor<?xf64>
  return %z : tensor<?xf64>
}
