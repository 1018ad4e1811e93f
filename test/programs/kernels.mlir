// Loops that ops share: rows and columns, of one element and of none, several passes over a row.

func.func @softmax_of_one_row(%x: tensor<1x20xf64>) -> tensor<1x20xf64>
    attributes {check.numpy = "scipy.special.softmax(x, axis=1)"} {
  %y = composite.softmax %x axis 1 : tensor<1x20xf64>
  return %y : tensor<1x20xf64>
}

func.func @softmax_of_one_column(%x: tensor<20x1xf64>) -> tensor<20x1xf64>
    attributes {check.numpy = "scipy.special.softmax(x, axis=0)"} {
  %y = composite.softmax %x axis 0 : tensor<20x1xf64>
  return %y : tensor<20x1xf64>
}

func.func @softmax_along_the_middle(%x: tensor<2x5x19xf64>) -> tensor<2x5x19xf64>
    attributes {check.numpy = "scipy.special.softmax(x, axis=1)"} {
  %y = composite.softmax %x axis 1 : tensor<2x5x19xf64>
  return %y : tensor<2x5x19xf64>
}

// More columns than are summed up at once, and not a multiple of the lanes.
func.func @variance_of_columns(%x: tensor<3x1100xf64>) -> tensor<1100xf64>
    attributes {check.numpy = "np.var(x, axis=0)"} {
  %y = composite.var %x axes [0] : tensor<3x1100xf64>
  return %y : tensor<1100xf64>
}

func.func @norm_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [3, 21]}) -> tensor<?x?xf64>
    attributes {check.numpy = "scipy.special.log_softmax(x, axis=1)"} {
  %y = composite.log_softmax %x axis 1 : tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @rows_without_elements(%x: tensor<4x?xf64> {check.shape = [4, 0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.sum(np.exp(x), axis=1)"} {
  %y = prim.exp %x : tensor<4x?xf64>
  %s = prim.sum %y axes [1] : tensor<4x?xf64>
  return %s : tensor<4xf64>
}

// A row's number and the row itself leave the kernel.
func.func @row_and_its_sum(%x: tensor<3x18xf64>) -> (tensor<3x18xf64>, tensor<3x1xf64>)
    attributes {check.numpy = "np.exp(x) / np.sum(np.exp(x), axis=1, keepdims=True), np.sum(np.exp(x), axis=1, keepdims=True)"} {
  %y = prim.exp %x : tensor<3x18xf64>
  %s = prim.sum %y axes [1] keepdims : tensor<3x18xf64>
  %b = prim.broadcast %s : tensor<3x1xf64> -> tensor<3x18xf64>
  %z = prim.div %y, %b : tensor<3x18xf64>
  return %z, %s : tensor<3x18xf64>, tensor<3x1xf64>
}

// Both axes in two kernels.
func.func @rows_and_columns(%x: tensor<17x33xf64>) -> (tensor<17xf64>, tensor<33xf64>)
    attributes {check.numpy = "np.max(np.tanh(x), axis=1), np.min(np.tanh(x), axis=0)", check.kinks = "at ties"} {
  %y = prim.tanh %x : tensor<17x33xf64>
  %r = prim.max %y axes [1] : tensor<17x33xf64>
  %c = prim.min %y axes [0] : tensor<17x33xf64>
  return %r, %c : tensor<17xf64>, tensor<33xf64>
}
