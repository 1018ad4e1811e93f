func.func @take(%x: tensor<4x3xf64>,
    %i: tensor<2x3xi64> {check.value = dense<[[3, 0, 1], [1, 1, 2]]> : tensor<2x3xi64>})
    -> tensor<2x3x3xf64> attributes {check.numpy = "np.take(x, i, axis=0)"} {
  %y = prim.take %x at %i axis 0 : tensor<4x3xf64>, tensor<2x3xi64>
  return %y : tensor<2x3x3xf64>
}

func.func @take_one(%x: tensor<2x4x3xf64>, %i: tensor<i32> {check.value = dense<2> : tensor<i32>})
    -> tensor<2x3xf64> attributes {check.numpy = "x[:, i]"} {
  %y = prim.take %x at %i axis 1 : tensor<2x4x3xf64>, tensor<i32>
  return %y : tensor<2x3xf64>
}

func.func @take_clips(%x: tensor<3xf64>,
    %i: tensor<4xi8> {check.value = dense<[-1, 3, 127, -128]> : tensor<4xi8>}) -> tensor<4xf64>
    attributes {check.numpy = "np.take(x, i, mode='clip')"} {
  %y = prim.take %x at %i axis 0 : tensor<3xf64>, tensor<4xi8>
  return %y : tensor<4xf64>
}

func.func @take_clips_huge_unsigned_indices(%x: tensor<3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "x[[2, 0]]"} {
  %i = prim.constant dense<[18446744073709551615, 0]> : tensor<2xui64>
  %y = prim.take %x at %i axis 0 : tensor<3xf64>, tensor<2xui64>
  return %y : tensor<2xf64>
}

func.func @take_of_zero_outside(%x: tensor<3x2xf64>,
    %i: tensor<4xi64> {check.value = dense<[-1, 3, 1, 1]> : tensor<4xi64>}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.stack([0 * x[0], 0 * x[0], x[1], x[1]])"} {
  %y = prim.take %x at %i axis 0 {clip = false} : tensor<3x2xf64>, tensor<4xi64>
  return %y : tensor<4x2xf64>
}

func.func @take_by_the_last_only(%x: tensor<2x3xf64>,
    %i: tensor<5xi64> {check.value = dense<[0, 2, 0, 7, 0]> : tensor<5xi64>}) -> tensor<2x5xf64>
    attributes {check.numpy = "x[:, [0, 2, 0, 2, 0]] * np.array([0, 0, 0, 1, 1])"} {
  %y = prim.take %x at %i axis 1 {last_only} : tensor<2x3xf64>, tensor<5xi64>
  return %y : tensor<2x5xf64>
}

func.func @take_of_nothing(%x: tensor<0x3xf64>,
    %i: tensor<0xi64> {check.value = dense<> : tensor<0xi64>}) -> tensor<0x3xf64>
    attributes {check.numpy = "x"} {
  %y = prim.take %x at %i axis 0 : tensor<0x3xf64>, tensor<0xi64>
  return %y : tensor<0x3xf64>
}

func.func @take_of_zero_from_an_empty_axis(%x: tensor<0xf64>,
    %i: tensor<2xi64> {check.value = dense<[0, 1]> : tensor<2xi64>}) -> tensor<2xf64>
    attributes {check.numpy = "np.zeros(2)"} {
  %y = prim.take %x at %i axis 0 {clip = false} : tensor<0xf64>, tensor<2xi64>
  return %y : tensor<2xf64>
}

func.func @take_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 2]},
    %i: tensor<?xi64> {check.value = dense<[2, 0, 2]> : tensor<3xi64>}) -> tensor<?x?xf64>
    attributes {check.numpy = "x[i]"} {
  %y = prim.take %x at %i axis 0 : tensor<?x?xf64>, tensor<?xi64>
  return %y : tensor<?x?xf64>
}

func.func @gather_nd(%x: tensor<3x4x2xf64>,
    %i: tensor<3x2xi64> {check.value = dense<[[2, 3], [0, 1], [2, 3]]> : tensor<3x2xi64>})
    -> tensor<3x2xf64> attributes {check.numpy = "x[i[:, 0], i[:, 1]]"} {
  %y = prim.gather_nd %x at %i : tensor<3x4x2xf64>, tensor<3x2xi64>
  return %y : tensor<3x2xf64>
}

func.func @gather_nd_of_one_element(%x: tensor<3x4xf64>,
    %i: tensor<2xi64> {check.value = dense<[1, 2]> : tensor<2xi64>}) -> tensor<f64>
    attributes {check.numpy = "x[1, 2]"} {
  %y = prim.gather_nd %x at %i : tensor<3x4xf64>, tensor<2xi64>
  return %y : tensor<f64>
}

func.func @gather_nd_by_empty_tuples(%x: tensor<2xf64>,
    %i: tensor<3x0xi64> {check.value = dense<> : tensor<3x0xi64>}) -> tensor<3x2xf64>
    attributes {check.numpy = "np.stack([x, x, x])"} {
  %y = prim.gather_nd %x at %i : tensor<2xf64>, tensor<3x0xi64>
  return %y : tensor<3x2xf64>
}

func.func @gather_nd_clips(%x: tensor<3x4xf64>,
    %i: tensor<2x2xi64> {check.value = dense<[[-1, 9], [1, -1]]> : tensor<2x2xi64>})
    -> tensor<2xf64> attributes {check.numpy = "np.array([x[0, 3], x[1, 0]])"} {
  %y = prim.gather_nd %x at %i : tensor<3x4xf64>, tensor<2x2xi64>
  return %y : tensor<2xf64>
}

func.func @gather_nd_of_zero_outside(%x: tensor<3x4xf64>,
    %i: tensor<3x2xi64> {check.value = dense<[[0, 9], [-1, 1], [2, 0]]> : tensor<3x2xi64>})
    -> tensor<3xf64> attributes {check.numpy = "np.array([0, 0, x[2, 0]])"} {
  %y = prim.gather_nd %x at %i {clip = false} : tensor<3x4xf64>, tensor<3x2xi64>
  return %y : tensor<3xf64>
}

func.func @gather_nd_by_the_last_only(%x: tensor<3x4xf64>,
    %i: tensor<3x2xi64> {check.value = dense<[[0, 1], [0, 2], [0, 1]]> : tensor<3x2xi64>})
    -> tensor<3xf64> attributes {check.numpy = "np.array([0, x[0, 2], x[0, 1]])"} {
  %y = prim.gather_nd %x at %i {last_only} : tensor<3x4xf64>, tensor<3x2xi64>
  return %y : tensor<3xf64>
}

func.func @gather_nd_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 2]},
    %i: tensor<?x1xi64> {check.value = dense<[[2], [0]]> : tensor<2x1xi64>}) -> tensor<?x?xf64>
    attributes {check.numpy = "x[i[:, 0]]"} {
  %y = prim.gather_nd %x at %i : tensor<?x?xf64>, tensor<?x1xi64>
  return %y : tensor<?x?xf64>
}

func.func @take_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, -0.0, 0xFFF0000000000000]> : tensor<3xf64>
  %i = prim.constant dense<[2, 1, 0]> : tensor<3xui8>
  %y = prim.take %x at %i axis 0 : tensor<3xf64>, tensor<3xui8>
  check.equal %y, dense<[0xFFF0000000000000, -0.0, 0x7FF8000000000000]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @take_of_booleans() -> tensor<3xi1> {
  %x = prim.constant dense<[true, false]> : tensor<2xi1>
  %i = prim.constant dense<[1, 0, 5]> : tensor<3xi64>
  %y = prim.take %x at %i axis 0 {clip = false} : tensor<2xi1>, tensor<3xi64>
  check.equal %y, dense<[false, true, false]> : tensor<3xi1>
  return %y : tensor<3xi1>
}

// Indices that count are a slice: in steps, backwards, one alone; not if one is outside.
func.func @take_counting(%x: tensor<2x9xf64>)
    -> (tensor<2x3xf64>, tensor<2x9xf64>, tensor<2x1xf64>, tensor<2x4xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "x[:, 2:8:2], x[:, ::-1], x[:, 4:5], x[:, [6, 7, 8, 8]], x[:, [1, 1, 1]]"} {
  %steps = prim.constant dense<[2, 4, 6]> : tensor<3xi64>
  %count = prim.iota axis 0 -> tensor<9xi8>
  %last = prim.constant dense<8> : tensor<9xi8>
  %back = prim.sub %last, %count : tensor<9xi8>
  %one = prim.constant dense<4> : tensor<1xi32>
  %out = prim.constant dense<[6, 7, 8, 9]> : tensor<4xi64>
  %same = prim.constant dense<1> : tensor<3xi64>
  %a = prim.take %x at %steps axis 1 : tensor<2x9xf64>, tensor<3xi64>
  %b = prim.take %x at %back axis 1 : tensor<2x9xf64>, tensor<9xi8>
  %c = prim.take %x at %one axis 1 : tensor<2x9xf64>, tensor<1xi32>
  %d = prim.take %x at %out axis 1 : tensor<2x9xf64>, tensor<4xi64>
  %e = prim.take %x at %same axis 1 : tensor<2x9xf64>, tensor<3xi64>
  return %a, %b, %c, %d, %e : tensor<2x3xf64>, tensor<2x9xf64>, tensor<2x1xf64>, tensor<2x4xf64>, tensor<2x3xf64>
}
