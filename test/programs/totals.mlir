// Totals over rows that are reduced as well: one pass over the tensor, a piece of its rows at a time.

// More rows than a piece has, and not a multiple; no multiple of the lanes.
func.func @of_many_rows(%x: tensor<150x33xf64>) -> (tensor<150xf64>, tensor<33xf64>, tensor<1x33xf64>)
    attributes {check.numpy = "np.sum(np.exp(x), axis=1), np.max(np.exp(x), axis=0), np.sum(x, axis=0, keepdims=True)", check.kinks = "at ties"} {
  %y = prim.exp %x : tensor<150x33xf64>
  %r = prim.sum %y axes [1] : tensor<150x33xf64>
  %c = prim.max %y axes [0] : tensor<150x33xf64>
  %k = prim.sum %x axes [0] keepdims : tensor<150x33xf64>
  return %r, %c, %k : tensor<150xf64>, tensor<33xf64>, tensor<1x33xf64>
}

// Several axes of rows; the tensor itself leaves the kernel, too.
func.func @of_many_axes(%x: tensor<3x50x7xf64>) -> (tensor<3x50x7xf64>, tensor<7xf64>)
    attributes {check.numpy = "scipy.special.softmax(x, axis=2), np.sum(scipy.special.softmax(x, axis=2), axis=(0, 1))"} {
  %y = composite.softmax %x axis 2 : tensor<3x50x7xf64>
  %c = prim.sum %y axes [0, 1] : tensor<3x50x7xf64>
  return %y, %c : tensor<3x50x7xf64>, tensor<7xf64>
}

// What a total keeps may be more than one number.
func.func @places(%x: tensor<100x5xf64>) -> (tensor<100xi64>, tensor<5xi64>)
    attributes {check.numpy = "np.argmax(np.sin(x), axis=1), np.argmax(np.sin(x), axis=0)"} {
  %y = prim.sin %x : tensor<100x5xf64>
  %r = prim.argmax %y axis 1 : tensor<100x5xf64>
  %c = prim.argmax %y axis 0 : tensor<100x5xf64>
  return %r, %c : tensor<100xi64>, tensor<5xi64>
}

func.func @of_no_rows(%x: tensor<?x8xf64> {check.shape = [0, 8]}) -> (tensor<?xf64>, tensor<8xf64>)
    attributes {check.numpy = "np.sum(np.exp(x), axis=1), np.sum(np.exp(x), axis=0)"} {
  %y = prim.exp %x : tensor<?x8xf64>
  %r = prim.sum %y axes [1] : tensor<?x8xf64>
  %c = prim.sum %y axes [0] : tensor<?x8xf64>
  return %r, %c : tensor<?xf64>, tensor<8xf64>
}

func.func @of_an_open_number(%x: tensor<?x20xf64> {check.shape = [130, 20]}) -> (tensor<?xf64>, tensor<20xf64>)
    attributes {check.numpy = "np.sum(np.exp(x), axis=1), np.sum(np.exp(x), axis=0)"} {
  %y = prim.exp %x : tensor<?x20xf64>
  %r = prim.sum %y axes [1] : tensor<?x20xf64>
  %c = prim.sum %y axes [0] : tensor<?x20xf64>
  return %r, %c : tensor<?xf64>, tensor<20xf64>
}

// Rows without elements have totals of none.
func.func @of_empty_rows(%x: tensor<100x0xf64>) -> (tensor<100xf64>, tensor<0xf64>)
    attributes {check.numpy = "np.sum(np.exp(x), axis=1), np.sum(np.exp(x), axis=0)"} {
  %y = prim.exp %x : tensor<100x0xf64>
  %r = prim.sum %y axes [1] : tensor<100x0xf64>
  %c = prim.sum %y axes [0] : tensor<100x0xf64>
  return %r, %c : tensor<100xf64>, tensor<0xf64>
}

// A total that others of the same space read is a kernel of its own.
func.func @that_rows_need(%x: tensor<90x17xf64>) -> tensor<90xf64>
    attributes {check.numpy = "np.sum(np.abs(np.tanh(x) - np.mean(np.tanh(x), axis=0)), axis=1) + np.sum(np.tanh(x), axis=1)", check.kinks = "at ties"} {
  %n = prim.constant dense<90.0> : tensor<17xf64>
  %y = prim.tanh %x : tensor<90x17xf64>
  %sum = prim.sum %y axes [0] : tensor<90x17xf64>
  %mean = prim.div %sum, %n : tensor<17xf64>
  %row = prim.expand_dims %mean axes [0] : tensor<17xf64>
  %b = prim.broadcast %row : tensor<1x17xf64> -> tensor<90x17xf64>
  %d = prim.sub %y, %b : tensor<90x17xf64>
  %a = prim.abs %d : tensor<90x17xf64>
  %r = prim.sum %a axes [1] : tensor<90x17xf64>
  %s = prim.sum %y axes [1] : tensor<90x17xf64>
  %z = prim.add %r, %s : tensor<90xf64>
  return %z : tensor<90xf64>
}

// The tensor gives its memory to a result in the pass that adds to the totals.
func.func @of_what_is_overwritten(%x: tensor<140x40xf64>) -> (tensor<140x40xf64>, tensor<40xf64>, tensor<40xf64>)
    attributes {check.numpy = "(lambda y: (y - np.sum(y, axis=1, keepdims=True), np.sum(y, axis=0), np.sum(y - np.sum(y, axis=1, keepdims=True), axis=0)))(np.cumsum(x, axis=1))"} {
  %y = prim.cumsum %x axis 1 : tensor<140x40xf64>
  %s = prim.sum %y axes [1] keepdims : tensor<140x40xf64>
  %b = prim.broadcast %s : tensor<140x1xf64> -> tensor<140x40xf64>
  %z = prim.sub %y, %b : tensor<140x40xf64>
  %c = prim.sum %y axes [0] : tensor<140x40xf64>
  %d = prim.sum %z axes [0] : tensor<140x40xf64>
  return %z, %c, %d : tensor<140x40xf64>, tensor<40xf64>, tensor<40xf64>
}
