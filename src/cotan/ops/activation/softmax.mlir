func.func @softmax(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.softmax(x, axis=1)"} {
  %y = composite.softmax %x axis 1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @softmax_of_dynamic(%x: tensor<?x?xf64> {check.shape = [3, 2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "sp.softmax(x, axis=0)"} {
  %y = composite.softmax %x axis 0 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @softmax_of_nothing(%x: tensor<0x3xf64>) -> tensor<0x3xf64>
    attributes {check.numpy = "x"} {
  %y = composite.softmax %x axis 0 : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}

func.func @softmax_of_special_values() -> tensor<3x2xf64> {
  %x = prim.constant dense<[[1000.0, 0.0], [0xFFF0000000000000, 0.0], [0x7FF8000000000000, 0.0]]> : tensor<3x2xf64>
  %y = composite.softmax %x axis 1 : tensor<3x2xf64>
  check.equal %y, dense<[[1.0, 0.0], [0.0, 1.0], [0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @log_softmax(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.log_softmax(x, axis=1)"} {
  %y = composite.log_softmax %x axis 1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @log_softmax_of_dynamic(%x: tensor<2x?xf64> {check.shape = [2, 3]}) -> tensor<2x?xf64>
    attributes {check.numpy = "sp.log_softmax(x, axis=0)"} {
  %y = composite.log_softmax %x axis 0 : tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

func.func @log_softmax_does_not_overflow() -> tensor<2x2xf64> {
  %x = prim.constant dense<[[1000.0, 0.0], [0xFFF0000000000000, 0.0]]> : tensor<2x2xf64>
  %y = composite.log_softmax %x axis 1 : tensor<2x2xf64>
  check.equal %y, dense<[[0.0, -1000.0], [0xFFF0000000000000, 0.0]]> : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @logsumexp(%x: tensor<2x3x2xf64>) -> tensor<3xf64>
    attributes {check.numpy = "sp.logsumexp(x, axis=(0, 2))"} {
  %y = composite.logsumexp %x axes [0, 2] : tensor<2x3x2xf64>
  return %y : tensor<3xf64>
}

func.func @logsumexp_keeps_axes(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?x1xf64>
    attributes {check.numpy = "sp.logsumexp(x, axis=1, keepdims=True)"} {
  %y = composite.logsumexp %x axes [1] keepdims : tensor<?x3xf64>
  return %y : tensor<?x1xf64>
}

func.func @logsumexp_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[[0xFFF0000000000000, 0xFFF0000000000000], [0x7FF0000000000000, 0.0], [0x7FF8000000000000, 0.0], [1000.0, 1000.0]]> : tensor<4x2xf64>
  %y = composite.logsumexp %x axes [1] : tensor<4x2xf64>
  check.close %y, dense<[0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1000.6931471805599]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @logsumexp_of_nothing() -> tensor<2xf64> {
  %x = prim.constant dense<> : tensor<0x2xf64>
  %y = composite.logsumexp %x axes [0] : tensor<0x2xf64>
  check.equal %y, dense<0xFFF0000000000000> : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @softmin(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy = "sp.softmax(-x, axis=0)"} {
  %y = composite.softmin %x axis 0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @softmin_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "sp.softmax(-x, axis=1)"} {
  %y = composite.softmin %x axis 1 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
