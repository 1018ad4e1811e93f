// Many short rows: what differs in shape is computed together, row by row.

func.func @cross(%x: tensor<67x3xf64>, %y: tensor<67x3xf64>) -> tensor<67x3xf64>
    attributes {check.numpy = "np.cross(x, y)"} {
  %a, %b, %c = prim.split %x axis 1 sizes [1, 1, 1] : tensor<67x3xf64>
  %d, %e, %f = prim.split %y axis 1 sizes [1, 1, 1] : tensor<67x3xf64>
  %bf = prim.mul %b, %f : tensor<67x1xf64>
  %ce = prim.mul %c, %e : tensor<67x1xf64>
  %cd = prim.mul %c, %d : tensor<67x1xf64>
  %af = prim.mul %a, %f : tensor<67x1xf64>
  %ae = prim.mul %a, %e : tensor<67x1xf64>
  %bd = prim.mul %b, %d : tensor<67x1xf64>
  %p = prim.sub %bf, %ce : tensor<67x1xf64>
  %q = prim.sub %cd, %af : tensor<67x1xf64>
  %r = prim.sub %ae, %bd : tensor<67x1xf64>
  %z = prim.concat %p, %q, %r axis 1 : tensor<67x1xf64>, tensor<67x1xf64>, tensor<67x1xf64>
  return %z : tensor<67x3xf64>
}

func.func @unit_vectors(%x: tensor<64x3xf32>) -> (tensor<64x3xf32>, tensor<64xf32>)
    attributes {check.numpy = "x / np.sqrt((x * x).sum(1, keepdims=True)), np.sqrt((x * x).sum(1))"} {
  %s = prim.mul %x, %x : tensor<64x3xf32>
  %n = prim.sum %s axes [1] : tensor<64x3xf32>
  %l = prim.sqrt %n : tensor<64xf32>
  %e = prim.expand_dims %l axes [1] : tensor<64xf32>
  %b = prim.broadcast %e : tensor<64x1xf32> -> tensor<64x3xf32>
  %y = prim.div %x, %b : tensor<64x3xf32>
  return %y, %l : tensor<64x3xf32>, tensor<64xf32>
}

func.func @products_of_rows(%x: tensor<71x2x3xf64>, %y: tensor<71x3x2xf64>, %v: tensor<71x2xf64>)
    -> tensor<71x2xf64>
    attributes {check.numpy = "np.einsum('nij,njk,nk->ni', x, y, v) + v"} {
  %m = prim.matmul %x, %y : tensor<71x2x3xf64>, tensor<71x3x2xf64>
  %w = prim.dot_general %m, %v batching [0] x [0] contracting [2] x [1] : tensor<71x2x2xf64>, tensor<71x2xf64>
  %z = prim.add %w, %v : tensor<71x2xf64>
  return %z : tensor<71x2xf64>
}

func.func @from_a_table(%t: tensor<5x4xf64>, %i: tensor<70xi64> {check.range = [-2, 7]}, %x: tensor<70x2xf64>) -> tensor<70x2xf64>
    attributes {check.numpy = "x * t[np.clip(i, 0, 4), :2] + t[np.clip(i, 0, 4), 2:3]"} {
  %r = prim.take %t at %i axis 0 : tensor<5x4xf64>, tensor<70xi64>
  %a = prim.slice %r starts [0, 0] limits [70, 2] strides [1, 1] : tensor<70x4xf64>
  %c = prim.slice %r starts [0, 2] limits [70, 3] strides [1, 1] : tensor<70x4xf64>
  %b = prim.broadcast %c : tensor<70x1xf64> -> tensor<70x2xf64>
  %m = prim.mul %x, %a : tensor<70x2xf64>
  %y = prim.add %m, %b : tensor<70x2xf64>
  return %y : tensor<70x2xf64>
}

func.func @cut_in_another_way(%x: tensor<65x2x3xf64>) -> tensor<65x3x4xf64>
    attributes {check.numpy = "np.pad(x.reshape(65, 3, 2) * 2, ((0, 0), (0, 0), (1, 1)))"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %r = prim.reshape %x : tensor<65x2x3xf64> -> tensor<65x6xf64>
  %s = prim.add %r, %r : tensor<65x6xf64>
  %t = prim.reshape %s : tensor<65x6xf64> -> tensor<65x3x2xf64>
  %y = prim.pad %t with %zero low [0, 0, 1] high [0, 0, 1] interior [0, 0, 0] : tensor<65x3x2xf64>
  return %y : tensor<65x3x4xf64>
}

func.func @many_pieces(%x: tensor<200x3xf64>) -> tensor<200x7xf64>
    attributes {check.numpy = "np.concatenate([x[:, 1:2], x, x[:, :1] * x[:, 2:], x[:, 2:], x[:, :1]], 1)"} {
  %a = prim.slice %x starts [0, 0] limits [200, 1] strides [1, 1] : tensor<200x3xf64>
  %b = prim.slice %x starts [0, 1] limits [200, 2] strides [1, 1] : tensor<200x3xf64>
  %c = prim.slice %x starts [0, 2] limits [200, 3] strides [1, 1] : tensor<200x3xf64>
  %m = prim.mul %a, %c : tensor<200x1xf64>
  %y = prim.concat %b, %x, %m, %c, %a axis 1
    : tensor<200x1xf64>, tensor<200x3xf64>, tensor<200x1xf64>, tensor<200x1xf64>, tensor<200x1xf64>
  return %y : tensor<200x7xf64>
}

func.func @extremes_of_rows(%x: tensor<90x2x2xf64>) -> (tensor<90x1x1xf64>, tensor<90x2xi64>, tensor<90x2xf64>)
    attributes {check.numpy = "x.max((1, 2), keepdims=True), x.argmax(1), x.min(2) - x.max((1, 2))[:, None]",
      check.kinks = "at ties"} {
  %m = prim.max %x axes [1, 2] keepdims : tensor<90x2x2xf64>
  %i = prim.argmax %x axis 1 : tensor<90x2x2xf64>
  %l = prim.min %x axes [2] : tensor<90x2x2xf64>
  %r = prim.reshape %m : tensor<90x1x1xf64> -> tensor<90x1xf64>
  %b = prim.broadcast %r : tensor<90x1xf64> -> tensor<90x2xf64>
  %d = prim.sub %l, %b : tensor<90x2xf64>
  return %m, %i, %d : tensor<90x1x1xf64>, tensor<90x2xi64>, tensor<90x2xf64>
}

// Other rows than one's own are read from memory.
func.func @neighbours(%x: tensor<80x3xf64>) -> tensor<80x3xf64>
    attributes {check.numpy = "x[::-1] * x.sum(1, keepdims=True) - np.pad(x, ((1, 0), (0, 0)))[:-1]"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %d = prim.add %x, %x : tensor<80x3xf64>
  %h = prim.sub %d, %x : tensor<80x3xf64>
  %f = prim.flip %h axes [0] : tensor<80x3xf64>
  %s = prim.sum %h axes [1] : tensor<80x3xf64>
  %e = prim.expand_dims %s axes [1] : tensor<80xf64>
  %b = prim.broadcast %e : tensor<80x1xf64> -> tensor<80x3xf64>
  %m = prim.mul %f, %b : tensor<80x3xf64>
  %p = prim.pad %h with %zero low [1, 0] high [-1, 0] interior [0, 0] : tensor<80x3xf64>
  %y = prim.sub %m, %p : tensor<80x3xf64>
  return %y : tensor<80x3xf64>
}

func.func @integers(%x: tensor<100x2xi32> {check.range = [-9, 9]}) -> tensor<100x2xi32>
    attributes {check.numpy = "(x[:, ::-1] * x.sum(1, keepdims=True).astype(np.int32))"} {
  %a, %b = prim.split %x axis 1 sizes [1, 1] : tensor<100x2xi32>
  %r = prim.concat %b, %a axis 1 : tensor<100x1xi32>, tensor<100x1xi32>
  %s = prim.add %a, %b : tensor<100x1xi32>
  %t = prim.broadcast %s : tensor<100x1xi32> -> tensor<100x2xi32>
  %y = prim.mul %r, %t : tensor<100x2xi32>
  return %y : tensor<100x2xi32>
}

func.func @on_several_threads(%x: tensor<40000x2xf64>) -> tensor<40000x2xf64>
    attributes {check.numpy = "x * x[:, ::-1] + x.sum(1, keepdims=True)"} {
  %a, %b = prim.split %x axis 1 sizes [1, 1] : tensor<40000x2xf64>
  %m = prim.mul %a, %b : tensor<40000x1xf64>
  %s = prim.sum %x axes [1] : tensor<40000x2xf64>
  %e = prim.expand_dims %s axes [1] : tensor<40000xf64>
  %y = prim.add %m, %e : tensor<40000x1xf64>
  %z = prim.broadcast %y : tensor<40000x1xf64> -> tensor<40000x2xf64>
  return %z : tensor<40000x2xf64>
}

// Only one part has the rows that are gone through.
func.func @parts_of_other_rows(%x: tensor<180x2xf64>, %y: tensor<80x2xf64>)
    -> (tensor<80xf64>, tensor<100x2xf64>)
    attributes {check.numpy = "(np.sin(x[:80]) * y[:, ::-1]).sum(1), np.exp(x[80:])"} {
  %a, %b = prim.split %x axis 0 sizes [80, 100] : tensor<180x2xf64>
  %s = prim.sin %a : tensor<80x2xf64>
  %f = prim.flip %y axes [1] : tensor<80x2xf64>
  %m = prim.mul %s, %f : tensor<80x2xf64>
  %t = prim.sum %m axes [1] : tensor<80x2xf64>
  %e = prim.exp %b : tensor<100x2xf64>
  return %t, %e : tensor<80xf64>, tensor<100x2xf64>
}

// Nor does it if nobody reads the others.
func.func @a_part_of_other_rows(%x: tensor<180x2xf64>, %y: tensor<80x2xf64>) -> tensor<80xf64>
    attributes {check.numpy = "(np.sin(x[:80]) * y[:, ::-1]).sum(1)"} {
  %a, %b = prim.split %x axis 0 sizes [80, 100] : tensor<180x2xf64>
  %s = prim.sin %a : tensor<80x2xf64>
  %f = prim.flip %y axes [1] : tensor<80x2xf64>
  %m = prim.mul %s, %f : tensor<80x2xf64>
  %t = prim.sum %m axes [1] : tensor<80x2xf64>
  return %t : tensor<80xf64>
}

// Rows gone through one by one: what fills no register is stored in pieces.
func.func @rows_of_3(%x: tensor<2x5x3xf64>, %b: tensor<2x1x3xf64>) -> tensor<2x5x3xf64>
    attributes {check.numpy = "np.tanh(x) + b"} {
  %t = prim.tanh %x : tensor<2x5x3xf64>
  %all = prim.broadcast %b : tensor<2x1x3xf64> -> tensor<2x5x3xf64>
  %y = prim.add %t, %all : tensor<2x5x3xf64>
  return %y : tensor<2x5x3xf64>
}

func.func @rows_of_7(%x: tensor<2x5x7xf64>, %b: tensor<2x1x7xf64>) -> tensor<2x5x7xf64>
    attributes {check.numpy = "np.tanh(x) + b"} {
  %t = prim.tanh %x : tensor<2x5x7xf64>
  %all = prim.broadcast %b : tensor<2x1x7xf64> -> tensor<2x5x7xf64>
  %y = prim.add %t, %all : tensor<2x5x7xf64>
  return %y : tensor<2x5x7xf64>
}

func.func @rows_of_13(%x: tensor<2x5x13xf32>, %b: tensor<2x1x13xf32>) -> tensor<2x5x13xf32>
    attributes {check.numpy = "np.tanh(x) + b"} {
  %t = prim.tanh %x : tensor<2x5x13xf32>
  %all = prim.broadcast %b : tensor<2x1x13xf32> -> tensor<2x5x13xf32>
  %y = prim.add %t, %all : tensor<2x5x13xf32>
  return %y : tensor<2x5x13xf32>
}

func.func @rows_of_15(%x: tensor<2x5x15xf32>, %b: tensor<2x1x15xf32>) -> tensor<2x5x15xf32>
    attributes {check.numpy = "np.tanh(x) + b"} {
  %t = prim.tanh %x : tensor<2x5x15xf32>
  %all = prim.broadcast %b : tensor<2x1x15xf32> -> tensor<2x5x15xf32>
  %y = prim.add %t, %all : tensor<2x5x15xf32>
  return %y : tensor<2x5x15xf32>
}

func.func @rows_of_truths(%x: tensor<2x5x11xf64>, %b: tensor<2x1x11xf64>) -> tensor<2x5x11xi1>
    attributes {check.numpy = "np.tanh(x) > b"} {
  %t = prim.tanh %x : tensor<2x5x11xf64>
  %all = prim.broadcast %b : tensor<2x1x11xf64> -> tensor<2x5x11xf64>
  %y = prim.gt %t, %all : tensor<2x5x11xf64>
  return %y : tensor<2x5x11xi1>
}

// The sum is written over the product: a row must not be written into the next, which is still to be read.
func.func @rows_written_over_others(%x: tensor<4x9x40xf64>, %w: tensor<40x3xf64>, %b: tensor<4x1x3xf64>)
    -> tensor<4x9x3xf64> attributes {check.numpy = "np.tanh(x) @ w + b"} {
  %t = prim.tanh %x : tensor<4x9x40xf64>
  %p = prim.matmul %t, %w : tensor<4x9x40xf64>, tensor<40x3xf64>
  %all = prim.broadcast %b : tensor<4x1x3xf64> -> tensor<4x9x3xf64>
  %y = prim.add %p, %all : tensor<4x9x3xf64>
  return %y : tensor<4x9x3xf64>
}
