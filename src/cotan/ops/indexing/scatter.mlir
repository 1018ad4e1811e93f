func.func @scatter(%x: tensor<4x2xf64>,
    %i: tensor<2xi64> {check.value = dense<[3, 0]> : tensor<2xi64>}, %u: tensor<2x2xf64>)
    -> tensor<4x2xf64> attributes {check.numpy = "np.stack([u[1], x[1], x[2], u[0]])"} {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<4x2xf64>, tensor<2xi64>, tensor<2x2xf64>
  return %y : tensor<4x2xf64>
}

func.func @last_update_wins(%x: tensor<2x3xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[1, 2], [1, 1]]> : tensor<2x2xi64>},
    %u: tensor<2x2x2xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.stack([x[:, 0], u[:, 1, 1], u[:, 0, 1]], axis=1)"} {
  %y = prim.scatter %x at %i update %u axis 1
      : tensor<2x3xf64>, tensor<2x2xi64>, tensor<2x2x2xf64>
  return %y : tensor<2x3xf64>
}

func.func @scatter_drops_what_is_outside(%x: tensor<3xf64>,
    %i: tensor<4xi64> {check.value = dense<[-1, 3, 1, -1]> : tensor<4xi64>}, %u: tensor<4xf64>)
    -> tensor<3xf64> attributes {check.numpy = "np.array([x[0], u[2], x[2]])"} {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3xf64>, tensor<4xi64>, tensor<4xf64>
  return %y : tensor<3xf64>
}

func.func @scatter_can_clip(%x: tensor<3xf64>,
    %i: tensor<3xi64> {check.value = dense<[5, 9, -4]> : tensor<3xi64>}, %u: tensor<3xf64>)
    -> tensor<3xf64> attributes {check.numpy = "np.array([u[2], x[1], u[1]])"} {
  %y = prim.scatter %x at %i update %u axis 0 {clip = true}
      : tensor<3xf64>, tensor<3xi64>, tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @scatter_of_one(%x: tensor<3x2xf64>,
    %i: tensor<i64> {check.value = dense<1> : tensor<i64>}, %u: tensor<2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.stack([x[0], u, x[2]])"} {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3x2xf64>, tensor<i64>, tensor<2xf64>
  return %y : tensor<3x2xf64>
}

func.func @scatter_of_nothing(%x: tensor<3xf64>,
    %i: tensor<0xi64> {check.value = dense<> : tensor<0xi64>}, %u: tensor<0xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x"} {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3xf64>, tensor<0xi64>, tensor<0xf64>
  return %y : tensor<3xf64>
}

func.func @scatter_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 2]},
    %i: tensor<?xi64> {check.value = dense<[2, 2]> : tensor<2xi64>},
    %u: tensor<2x?xf64> {check.shape = [2, 2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.stack([x[0], x[1], u[1]])"} {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<?x?xf64>, tensor<?xi64>, tensor<2x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @scatter_of_products(%x: tensor<3xf64>,
    %i: tensor<2xi64> {check.value = dense<[1, 1]> : tensor<2xi64>}) -> tensor<3xf64>
    attributes {check.numpy = "np.array([x[0], x[1] * x[1], x[2]])"} {
  %a = prim.take %x at %i axis 0 : tensor<3xf64>, tensor<2xi64>
  %u = prim.mul %a, %a : tensor<2xf64>
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3xf64>, tensor<2xi64>, tensor<2xf64>
  return %y : tensor<3xf64>
}

func.func @scatter_add(%x: tensor<4x2xf64>,
    %i: tensor<3xi64> {check.value = dense<[1, 3, 1]> : tensor<3xi64>}, %u: tensor<3x2xf64>)
    -> tensor<4x2xf64> attributes {check.numpy = "x + np.eye(4)[:, i] @ u"} {
  %y = prim.scatter_add %x at %i update %u axis 0
      : tensor<4x2xf64>, tensor<3xi64>, tensor<3x2xf64>
  return %y : tensor<4x2xf64>
}

func.func @scatter_add_drops_what_is_outside(%x: tensor<2xf64>,
    %i: tensor<3xi64> {check.value = dense<[-1, 2, 1]> : tensor<3xi64>}, %u: tensor<3xf64>)
    -> tensor<2xf64> attributes {check.numpy = "np.array([x[0], x[1] + u[2]])"} {
  %y = prim.scatter_add %x at %i update %u axis 0 : tensor<2xf64>, tensor<3xi64>, tensor<3xf64>
  return %y : tensor<2xf64>
}

func.func @scatter_add_can_clip(%x: tensor<2xf64>,
    %i: tensor<3xi64> {check.value = dense<[-1, 2, 1]> : tensor<3xi64>}, %u: tensor<3xf64>)
    -> tensor<2xf64> attributes {check.numpy = "x + np.array([u[0], u[1] + u[2]])"} {
  %y = prim.scatter_add %x at %i update %u axis 0 {clip = true}
      : tensor<2xf64>, tensor<3xi64>, tensor<3xf64>
  return %y : tensor<2xf64>
}

func.func @scatter_nd(%x: tensor<3x2xf64>,
    %i: tensor<3x2xi64> {check.value = dense<[[2, 1], [0, 0], [2, 1]]> : tensor<3x2xi64>},
    %u: tensor<3xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.array([[u[1], x[0, 1]], x[1], [x[2, 0], u[2]]])"} {
  %y = prim.scatter_nd %x at %i update %u : tensor<3x2xf64>, tensor<3x2xi64>, tensor<3xf64>
  return %y : tensor<3x2xf64>
}

func.func @scatter_nd_of_slices(%x: tensor<3x2xf64>,
    %i: tensor<2x1xi64> {check.value = dense<[[2], [9]]> : tensor<2x1xi64>}, %u: tensor<2x2xf64>)
    -> tensor<3x2xf64> attributes {check.numpy = "np.stack([x[0], x[1], u[0]])"} {
  %y = prim.scatter_nd %x at %i update %u : tensor<3x2xf64>, tensor<2x1xi64>, tensor<2x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @scatter_nd_can_clip(%x: tensor<2x2xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[1, 7], [4, 1]]> : tensor<2x2xi64>},
    %u: tensor<2xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "np.array([x[0], [x[1, 0], u[1]]])"} {
  %y = prim.scatter_nd %x at %i update %u {clip = true}
      : tensor<2x2xf64>, tensor<2x2xi64>, tensor<2xf64>
  return %y : tensor<2x2xf64>
}

func.func @scatter_nd_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [3, 2]},
    %i: tensor<?x2xi64> {check.value = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>},
    %u: tensor<2xf64>) -> tensor<?x2xf64> attributes {check.numpy = "np.stack([x[0], u, x[2]])"} {
  %y = prim.scatter_nd %x at %i update %u : tensor<?x2xf64>, tensor<?x2xi64>, tensor<2xf64>
  return %y : tensor<?x2xf64>
}

func.func @scatter_nd_add(%x: tensor<2x3xf64>,
    %i: tensor<3x2xi64> {check.value = dense<[[0, 2], [0, 2], [1, 3]]> : tensor<3x2xi64>},
    %u: tensor<3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x + np.array([[0, 0, u[0] + u[1]], [0, 0, 0]])"} {
  %y = prim.scatter_nd_add %x at %i update %u : tensor<2x3xf64>, tensor<3x2xi64>, tensor<3xf64>
  return %y : tensor<2x3xf64>
}

// Machine code may lose each of two additions, 2^-24 of the sum.
func.func @scatter_add_rounds_once() -> tensor<1xf32> attributes {check.tolerance = 1.2e-7} {
  %x = prim.constant dense<16777216.0> : tensor<1xf32>
  %i = prim.constant dense<0> : tensor<2xi64>
  %u = prim.constant dense<1.0> : tensor<2xf32>
  %y = prim.scatter_add %x at %i update %u axis 0 : tensor<1xf32>, tensor<2xi64>, tensor<2xf32>
  check.equal %y, dense<16777218.0> : tensor<1xf32>
  return %y : tensor<1xf32>
}

func.func @scatter_add_wraps_around() -> tensor<2xi64> {
  %x = prim.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
  %i = prim.constant dense<[0, 1]> : tensor<2xi64>
  %y = prim.scatter_add %x at %i update %x axis 0 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
  check.equal %y, dense<[-2, 2]> : tensor<2xi64>
  return %y : tensor<2xi64>
}

func.func @scatter_of_booleans() -> tensor<3xi1> {
  %x = prim.constant dense<[true, true, false]> : tensor<3xi1>
  %i = prim.constant dense<[0, 2]> : tensor<2xi64>
  %u = prim.constant dense<[false, true]> : tensor<2xi1>
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3xi1>, tensor<2xi64>, tensor<2xi1>
  check.equal %y, dense<[false, true, true]> : tensor<3xi1>
  return %y : tensor<3xi1>
}

// Indices that count name a block, or all there is.
func.func @scatter_counting(%x: tensor<2x5xf64>, %u: tensor<2x3xf64>, %v: tensor<2x5xf64>)
    -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>)
    attributes {check.numpy = "np.c_[x[:, :1], u, x[:, 4:]], v, x + v, np.c_[u[:, 2:], x[:, 1:2], u[:, 1:2], x[:, 3:4], u[:, :1]]"} {
  %some = prim.constant dense<[1, 2, 3]> : tensor<3xi64>
  %all = prim.iota axis 0 -> tensor<5xi64>
  %back = prim.constant dense<[4, 2, 0]> : tensor<3xi64>
  %a = prim.scatter %x at %some update %u axis 1 : tensor<2x5xf64>, tensor<3xi64>, tensor<2x3xf64>
  %b = prim.scatter %x at %all update %v axis 1 : tensor<2x5xf64>, tensor<5xi64>, tensor<2x5xf64>
  %c = prim.scatter_add %x at %all update %v axis 1 : tensor<2x5xf64>, tensor<5xi64>, tensor<2x5xf64>
  %d = prim.scatter %x at %back update %u axis 1 : tensor<2x5xf64>, tensor<3xi64>, tensor<2x3xf64>
  return %a, %b, %c, %d : tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>
}

// Indices that are known: as many as there are places, but not one for each.
func.func @scatter_at_one_place_again(%x: tensor<3x2xf64>, %u: tensor<3x2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "np.stack([u[2], x[1], x[2]])"} {
  %i = prim.constant dense<0> : tensor<3xi64>
  %y = prim.scatter %x at %i update %u axis 0 : tensor<3x2xf64>, tensor<3xi64>, tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @scatter_add_at_one_place_again(%x: tensor<3x2xf64>, %u: tensor<3x2xf64>)
    -> tensor<3x2xf64> attributes {check.numpy = "np.stack([x[0] + u.sum(0), x[1], x[2]])"} {
  %i = prim.constant dense<0> : tensor<3xi64>
  %y = prim.scatter_add %x at %i update %u axis 0 : tensor<3x2xf64>, tensor<3xi64>, tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}
