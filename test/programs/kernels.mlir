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

// Parts of one value, read together in one loop.
func.func @corners_of_triangles(%x: tensor<2x5x3xf64>, %u: tensor<4x2xf64>,
    %i: tensor<4x3xi64> {check.value = dense<[[0, 1, 2], [4, 3, 0], [2, 2, 1], [3, 0, 4]]> : tensor<4x3xi64>})
    -> tensor<2x4x3xf64> attributes {check.numpy = "np.einsum('dpci,pc->dpi', x[:, i][:, :, :2], u) - x[:, i[:, 2]]"} {
  %y = prim.take %x at %i axis 1 : tensor<2x5x3xf64>, tensor<4x3xi64>
  %a = prim.slice %y starts [0, 0, 0, 0] limits [2, 4, 1, 3] strides [1, 1, 1, 1] : tensor<2x4x3x3xf64>
  %b = prim.slice %y starts [0, 0, 1, 0] limits [2, 4, 2, 3] strides [1, 1, 1, 1] : tensor<2x4x3x3xf64>
  %c = prim.slice %y starts [0, 0, 2, 0] limits [2, 4, 3, 3] strides [1, 1, 1, 1] : tensor<2x4x3x3xf64>
  %v = prim.reshape %u : tensor<4x2xf64> -> tensor<1x4x2x1xf64>
  %first = prim.slice %v starts [0, 0, 0, 0] limits [1, 4, 1, 1] strides [1, 1, 1, 1] : tensor<1x4x2x1xf64>
  %second = prim.slice %v starts [0, 0, 1, 0] limits [1, 4, 2, 1] strides [1, 1, 1, 1] : tensor<1x4x2x1xf64>
  %f = prim.broadcast %first : tensor<1x4x1x1xf64> -> tensor<2x4x1x3xf64>
  %s = prim.broadcast %second : tensor<1x4x1x1xf64> -> tensor<2x4x1x3xf64>
  %fa = prim.mul %f, %a : tensor<2x4x1x3xf64>
  %sb = prim.mul %s, %b : tensor<2x4x1x3xf64>
  %sum = prim.add %fa, %sb : tensor<2x4x1x3xf64>
  %z = prim.sub %sum, %c : tensor<2x4x1x3xf64>
  %r = prim.reshape %z : tensor<2x4x1x3xf64> -> tensor<2x4x3xf64>
  return %r : tensor<2x4x3xf64>
}

func.func @products_of_halves(%x: tensor<32xf64>) -> tensor<2xf64>
    attributes {check.numpy = "np.prod(np.exp(x).reshape(16, 2), axis=0)"} {
  %y = prim.exp %x : tensor<32xf64>
  %a0 = prim.slice %y starts [0] limits [16] strides [1] : tensor<32xf64>
  %a1 = prim.slice %y starts [16] limits [32] strides [1] : tensor<32xf64>
  %a = prim.mul %a0, %a1 : tensor<16xf64>
  %b0 = prim.slice %a starts [0] limits [8] strides [1] : tensor<16xf64>
  %b1 = prim.slice %a starts [8] limits [16] strides [1] : tensor<16xf64>
  %b = prim.mul %b0, %b1 : tensor<8xf64>
  %c0 = prim.slice %b starts [0] limits [4] strides [1] : tensor<8xf64>
  %c1 = prim.slice %b starts [4] limits [8] strides [1] : tensor<8xf64>
  %c = prim.mul %c0, %c1 : tensor<4xf64>
  %d0 = prim.slice %c starts [0] limits [2] strides [1] : tensor<4xf64>
  %d1 = prim.slice %c starts [2] limits [4] strides [1] : tensor<4xf64>
  %d = prim.mul %d0, %d1 : tensor<2xf64>
  return %d : tensor<2xf64>
}

func.func @open_columns_are_no_rows(%x: tensor<?x?xf64> {check.shape = [2, 4]}, %e: tensor<?xf64> {check.shape = [4]})
    -> (tensor<?xf64>, tensor<?xf64>) attributes {check.numpy = "((x * e).sum(1), np.exp(e))"} {
  %shape = prim.shape %x : tensor<?x?xf64>
  %repeated = prim.broadcast %e to %shape : tensor<?xf64>, tensor<2xi64> -> tensor<?x?xf64>
  %product = prim.mul %x, %repeated : tensor<?x?xf64>
  %rows = prim.sum %product axes [1] : tensor<?x?xf64>
  %columns = prim.exp %e : tensor<?xf64>
  return %rows, %columns : tensor<?xf64>, tensor<?xf64>
}
