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
