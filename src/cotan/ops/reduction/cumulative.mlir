func.func @cumsum(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x.cumsum(axis=1)"} {
  %y = prim.cumsum %x axis 1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @cumsum_reversed(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x[::-1].cumsum(axis=0)[::-1]"} {
  %y = prim.cumsum %x axis 0 reverse : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @cumsum_exclusive(%x: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "x.cumsum() - x"} {
  %y = prim.cumsum %x axis 0 exclusive : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @cumsum_of_nothing(%x: tensor<0x2xf64>) -> tensor<0x2xf64>
    attributes {check.numpy = "x"} {
  %y = prim.cumsum %x axis 0 : tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @cumsum_of_integers_wraps_around() -> tensor<4xi8> {
  %x = prim.constant dense<[100, 100, -1, 60]> : tensor<4xi8>
  %y = prim.cumsum %x axis 0 : tensor<4xi8>
  check.equal %y, dense<[100, -56, -57, 3]> : tensor<4xi8>
  return %y : tensor<4xi8>
}

func.func @cumprod(%x: tensor<3x2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "x.cumprod(axis=0)"} {
  %y = prim.cumprod %x axis 0 : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @cumprod_reversed(%x: tensor<2x?xf64> {check.shape = [2, 3]}) -> tensor<2x?xf64>
    attributes {check.numpy = "x[:, ::-1].cumprod(axis=1)[:, ::-1]"} {
  %y = prim.cumprod %x axis 1 reverse : tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

func.func @cumprod_exclusive(%x: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "np.append(1.0, x[:-1]).cumprod()"} {
  %y = prim.cumprod %x axis 0 exclusive : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @cumprod_at_zeros(%x: tensor<5xf64> {check.value = dense<[2.0, 0.0, 3.0, 0.0, 5.0]> : tensor<5xf64>})
    -> tensor<5xf64> attributes {check.numpy = "x.cumprod()"} {
  %y = prim.cumprod %x axis 0 : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @cumprod_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF0000000000000, 2.0, 0.0]> : tensor<3xf64>
  %y = prim.cumprod %x axis 0 : tensor<3xf64>
  check.equal %y, dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @cummax(%x: tensor<2x5xf64>) -> tensor<2x5xf64>
    attributes {check.numpy = "np.maximum.accumulate(x, axis=1)", check.kinks = "at ties"} {
  %y = prim.cummax %x axis 1 : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}

func.func @cummax_reversed(%x: tensor<?xf64> {check.shape = [6]}) -> tensor<?xf64>
    attributes {check.numpy = "np.maximum.accumulate(x[::-1])[::-1]", check.kinks = "at ties"} {
  %y = prim.cummax %x axis 0 reverse : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @cummax_exclusive(%x: tensor<6xf64>) -> tensor<6xf64>
    attributes {check.numpy = "np.maximum.accumulate(x)", check.kinks = "at ties"} {
  %m = prim.cummax %x axis 0 exclusive : tensor<6xf64>
  %y = prim.maximum %m, %x : tensor<6xf64>
  return %y : tensor<6xf64>
}

func.func @cummax_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0xFFF0000000000000, -0.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %y = prim.cummax %x axis 0 : tensor<5xf64>
  check.equal %y, dense<[0xFFF0000000000000, -0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @cummax_exclusive_starts_from_the_least() -> tensor<3xi8> {
  %x = prim.constant dense<[1, 3, 2]> : tensor<3xi8>
  %y = prim.cummax %x axis 0 exclusive : tensor<3xi8>
  check.equal %y, dense<[-128, 1, 3]> : tensor<3xi8>
  return %y : tensor<3xi8>
}

func.func @cummin(%x: tensor<5x2xf64>) -> tensor<5x2xf64>
    attributes {check.numpy = "np.minimum.accumulate(x, axis=0)", check.kinks = "at ties"} {
  %y = prim.cummin %x axis 0 : tensor<5x2xf64>
  return %y : tensor<5x2xf64>
}

func.func @cummin_exclusive_starts_from_infinity() -> tensor<3xf64> {
  %x = prim.constant dense<[3.0, 1.0, 2.0]> : tensor<3xf64>
  %y = prim.cummin %x axis 0 exclusive : tensor<3xf64>
  check.equal %y, dense<[0x7FF0000000000000, 3.0, 1.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @linear_recurrence(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "np.array([b[0], a[1] * b[0] + b[1], a[2] * (a[1] * b[0] + b[1]) + b[2]])"} {
  %h = prim.linear_recurrence %a, %b axis 0 : tensor<3xf64>
  return %h : tensor<3xf64>
}

func.func @linear_recurrence_reversed(%a: tensor<2x?xf64> {check.shape = [2, 2]},
    %b: tensor<2x?xf64> {check.shape = [2, 2]}) -> tensor<2x?xf64>
    attributes {check.numpy = "np.stack([b[:, 0] + a[:, 0] * b[:, 1], b[:, 1]], axis=1)"} {
  %h = prim.linear_recurrence %a, %b axis 1 reverse : tensor<2x?xf64>
  return %h : tensor<2x?xf64>
}

func.func @linear_recurrence_exclusive(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "np.array([0.0, b[0], a[1] * b[0] + b[1]])"} {
  %h = prim.linear_recurrence %a, %b axis 0 exclusive : tensor<3xf64>
  return %h : tensor<3xf64>
}

func.func @linear_recurrence_reversed_and_exclusive(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "np.array([a[1] * b[2] + b[1], b[2], 0.0])"} {
  %h = prim.linear_recurrence %a, %b axis 0 reverse exclusive : tensor<3xf64>
  return %h : tensor<3xf64>
}

func.func @cumsum_of_very_many_empty_lines(%x: tensor<1099511627776x0xf64>) -> tensor<1099511627776x0xf64> {
  %y = prim.cumsum %x axis 1 : tensor<1099511627776x0xf64>
  return %y : tensor<1099511627776x0xf64>
}
