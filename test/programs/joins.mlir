// Many large pieces are joined by copies; few, or small ones, within other loops.

func.func @rows_of_many(%x: tensor<130x3xf64>, %y: tensor<130x1xf64>) -> tensor<130x11xf64>
    attributes {check.numpy = "np.concatenate([x, y, x * x, y, x], axis=1)"} {
  %s = prim.mul %x, %x : tensor<130x3xf64>
  %z = prim.concat %x, %y, %s, %y, %x axis 1
    : tensor<130x3xf64>, tensor<130x1xf64>, tensor<130x3xf64>, tensor<130x1xf64>, tensor<130x3xf64>
  return %z : tensor<130x11xf64>
}

func.func @in_front_of_many(%x: tensor<2x150xf64>, %y: tensor<1x150xf64>) -> tensor<6x150xf64>
    attributes {check.numpy = "np.concatenate([y, x, y, y * 2, y], axis=0)"} {
  %d = prim.add %y, %y : tensor<1x150xf64>
  %z = prim.concat %y, %x, %y, %d, %y axis 0
    : tensor<1x150xf64>, tensor<2x150xf64>, tensor<1x150xf64>, tensor<1x150xf64>, tensor<1x150xf64>
  return %z : tensor<6x150xf64>
}

func.func @between_axes(%x: tensor<12x2x16xf32>, %y: tensor<12x0x16xf32>) -> tensor<12x8x16xf32>
    attributes {check.numpy = "np.concatenate([x, x, y, -x, x], axis=1)"} {
  %n = prim.neg %x : tensor<12x2x16xf32>
  %z = prim.concat %x, %x, %y, %n, %x axis 1
    : tensor<12x2x16xf32>, tensor<12x2x16xf32>, tensor<12x0x16xf32>, tensor<12x2x16xf32>, tensor<12x2x16xf32>
  return %z : tensor<12x8x16xf32>
}

func.func @of_truths(%x: tensor<200x1xi1>) -> tensor<200x5xi1>
    attributes {check.numpy = "np.concatenate([x, ~x, x, x, ~x], axis=1)"} {
  %n = prim.not %x : tensor<200x1xi1>
  %z = prim.concat %x, %n, %x, %x, %n axis 1
    : tensor<200x1xi1>, tensor<200x1xi1>, tensor<200x1xi1>, tensor<200x1xi1>, tensor<200x1xi1>
  return %z : tensor<200x5xi1>
}

// Pieces that take work, of rows: what is computed once for a row has branches and levels of its own.
func.func @pieces_of_rows(%x: tensor<6x40xf64>, %a: tensor<3x1xf64>, %b: tensor<3x1xf64>) -> tensor<6x40xf64>
    attributes {check.numpy = "x * np.concatenate([np.sin(a), np.exp(b)])"} {
  %s = prim.sin %a : tensor<3x1xf64>
  %e = prim.exp %b : tensor<3x1xf64>
  %c = prim.concat %s, %e axis 0 : tensor<3x1xf64>, tensor<3x1xf64>
  %r = prim.broadcast %c : tensor<6x1xf64> -> tensor<6x40xf64>
  %y = prim.mul %x, %r : tensor<6x40xf64>
  return %y : tensor<6x40xf64>
}

func.func @pieces_in_pieces_of_rows(%x: tensor<6x40xf64>, %a: tensor<3x1xf64>, %b: tensor<1x1xf64>) -> tensor<6x40xf64> {
  %s = prim.sin %a : tensor<3x1xf64>
  %e = prim.exp %b : tensor<1x1xf64>
  %g = prim.tanh %a : tensor<3x1xf64>
  %f = prim.concat %e, %g axis 0 : tensor<1x1xf64>, tensor<3x1xf64>
  %h = prim.cos %f : tensor<4x1xf64>
  %d = prim.slice %s starts [0, 0] limits [2, 1] strides [1, 1] : tensor<3x1xf64>
  %c = prim.concat %d, %h axis 0 : tensor<2x1xf64>, tensor<4x1xf64>
  %r = prim.broadcast %c : tensor<6x1xf64> -> tensor<6x40xf64>
  %y = prim.mul %x, %r : tensor<6x40xf64>
  %z = prim.add %y, %r : tensor<6x40xf64>
  return %z : tensor<6x40xf64>
}

// A pad, and a place that is looked up, of what takes work.
func.func @padded_rows(%x: tensor<6x40xf64>, %a: tensor<3x1xf64>, %b: tensor<f64>) -> tensor<6x40xf64> {
  %s = prim.sin %a : tensor<3x1xf64>
  %p = prim.pad %s with %b low [1, 0] high [2, 0] interior [0, 0] : tensor<3x1xf64>
  %t = prim.exp %p : tensor<6x1xf64>
  %r = prim.broadcast %t : tensor<6x1xf64> -> tensor<6x40xf64>
  %y = prim.mul %x, %r : tensor<6x40xf64>
  return %y : tensor<6x40xf64>
}
