func.func @take_along_axis(%x: tensor<2x4xf64>,
    %i: tensor<2x3xi64> {check.value = dense<[[3, 0, 3], [1, 2, 0]]> : tensor<2x3xi64>})
    -> tensor<2x3xf64> attributes {check.numpy = "np.take_along_axis(x, i, 1)"} {
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x4xf64>, tensor<2x3xi64>
  return %y : tensor<2x3xf64>
}

func.func @take_along_first_axis(%x: tensor<3x2x2xf64>,
    %i: tensor<1x2x2xi32> {check.value = dense<[[[2, 0], [1, 2]]]> : tensor<1x2x2xi32>})
    -> tensor<1x2x2xf64> attributes {check.numpy = "np.take_along_axis(x, i, 0)"} {
  %y = prim.take_along_axis %x at %i axis 0 : tensor<3x2x2xf64>, tensor<1x2x2xi32>
  return %y : tensor<1x2x2xf64>
}

func.func @take_along_axis_clips(%x: tensor<2x3xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[-1, 3], [1, 99]]> : tensor<2x2xi64>})
    -> tensor<2x2xf64> attributes {check.numpy = "np.take_along_axis(x, np.clip(i, 0, 2), 1)"} {
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x3xf64>, tensor<2x2xi64>
  return %y : tensor<2x2xf64>
}

func.func @take_along_axis_of_zero_outside(%x: tensor<2x3xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[-1, 2], [1, 99]]> : tensor<2x2xi64>})
    -> tensor<2x2xf64> attributes {check.numpy = "np.array([[0, x[0, 2]], [x[1, 1], 0]])"} {
  %y = prim.take_along_axis %x at %i axis 1 {clip = false} : tensor<2x3xf64>, tensor<2x2xi64>
  return %y : tensor<2x2xf64>
}

func.func @take_along_axis_by_the_last_only(%x: tensor<2x2xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>})
    -> tensor<2x2xf64> attributes {check.numpy = "np.array([[0, x[0, 0]], [x[1, 1], x[1, 0]]])"} {
  %y = prim.take_along_axis %x at %i axis 1 {last_only} : tensor<2x2xf64>, tensor<2x2xi64>
  return %y : tensor<2x2xf64>
}

func.func @take_along_axis_of_nothing(%x: tensor<2x3xf64>,
    %i: tensor<2x0xi64> {check.value = dense<> : tensor<2x0xi64>}) -> tensor<2x0xf64>
    attributes {check.numpy = "x[:, :0]"} {
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x3xf64>, tensor<2x0xi64>
  return %y : tensor<2x0xf64>
}

func.func @take_along_axis_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3]},
    %i: tensor<?x?xi64> {check.value = dense<[[2, 2], [0, 1]]> : tensor<2x2xi64>})
    -> tensor<?x?xf64> attributes {check.numpy = "np.take_along_axis(x, i, 1)"} {
  %y = prim.take_along_axis %x at %i axis 1 : tensor<?x?xf64>, tensor<?x?xi64>
  return %y : tensor<?x?xf64>
}

func.func @put_along_axis(%x: tensor<2x3xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[2, 0], [1, 1]]> : tensor<2x2xi64>},
    %u: tensor<2x2xf64>) -> tensor<2x3xf64>
    attributes {
      check.numpy = "np.array([[u[0, 1], x[0, 1], u[0, 0]], [x[1, 0], u[1, 1], x[1, 2]]])"} {
  %y = prim.put_along_axis %x at %i update %u axis 1
      : tensor<2x3xf64>, tensor<2x2xi64>, tensor<2x2xf64>
  return %y : tensor<2x3xf64>
}

func.func @put_along_axis_drops_what_is_outside(%x: tensor<3xf64>,
    %i: tensor<2xi64> {check.value = dense<[-1, 3]> : tensor<2xi64>}, %u: tensor<2xf64>)
    -> tensor<3xf64> attributes {check.numpy = "x"} {
  %y = prim.put_along_axis %x at %i update %u axis 0
      : tensor<3xf64>, tensor<2xi64>, tensor<2xf64>
  return %y : tensor<3xf64>
}

func.func @put_along_axis_can_clip(%x: tensor<3xf64>,
    %i: tensor<2xi64> {check.value = dense<[-1, 3]> : tensor<2xi64>}, %u: tensor<2xf64>)
    -> tensor<3xf64> attributes {check.numpy = "np.array([u[0], x[1], u[1]])"} {
  %y = prim.put_along_axis %x at %i update %u axis 0 {clip = true}
      : tensor<3xf64>, tensor<2xi64>, tensor<2xf64>
  return %y : tensor<3xf64>
}

func.func @add_along_axis(%x: tensor<2x3xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[2, 0], [1, 1]]> : tensor<2x2xi64>},
    %u: tensor<2x2xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x + np.array([[u[0, 1], 0, u[0, 0]], [0, u[1, 0] + u[1, 1], 0]])"} {
  %y = prim.put_along_axis %x at %i update %u axis 1 {add}
      : tensor<2x3xf64>, tensor<2x2xi64>, tensor<2x2xf64>
  return %y : tensor<2x3xf64>
}

func.func @put_along_axis_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %i: tensor<2x?xi64> {check.value = dense<[[2], [0]]> : tensor<2x1xi64>},
    %u: tensor<?x1xf64> {check.shape = [2, 1]}) -> tensor<?x3xf64>
    attributes {
      check.numpy = "np.array([[x[0, 0], x[0, 1], u[0, 0]], [u[1, 0], x[1, 1], x[1, 2]]])"} {
  %y = prim.put_along_axis %x at %i update %u axis 1
      : tensor<?x3xf64>, tensor<2x?xi64>, tensor<?x1xf64>
  return %y : tensor<?x3xf64>
}

func.func @put_along_axis_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 1.0, 2.0]> : tensor<3xf64>
  %i = prim.constant dense<[1, 1]> : tensor<2xui8>
  %u = prim.constant dense<[0x7FF0000000000000, -0.0]> : tensor<2xf64>
  %y = prim.put_along_axis %x at %i update %u axis 0
      : tensor<3xf64>, tensor<2xui8>, tensor<2xf64>
  check.equal %y, dense<[0x7FF8000000000000, -0.0, 2.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}
