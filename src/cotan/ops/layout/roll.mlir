func.func @roll(%x: tensor<2x5xf64>) -> tensor<2x5xf64> attributes {check.numpy = "np.roll(x, 2, 1)"} {
  %shift = prim.constant dense<2> : tensor<i64>
  %y = composite.roll %x by %shift axis 1 : tensor<2x5xf64>, tensor<i64>
  return %y : tensor<2x5xf64>
}

func.func @roll_backwards(%x: tensor<5x2xf64>) -> tensor<5x2xf64> attributes {check.numpy = "np.roll(x, -13, 0)"} {
  %shift = prim.constant dense<-13> : tensor<i8>
  %y = composite.roll %x by %shift axis 0 : tensor<5x2xf64>, tensor<i8>
  return %y : tensor<5x2xf64>
}

func.func @roll_by_most(%x: tensor<5xf64>) -> tensor<5xf64> attributes {check.numpy = "np.roll(x, (2**64 - 1) % 5)"} {
  %shift = prim.constant dense<18446744073709551615> : tensor<ui64>
  %y = composite.roll %x by %shift axis 0 : tensor<5xf64>, tensor<ui64>
  return %y : tensor<5xf64>
}

func.func @roll_by_computed_shift(%x: tensor<5xf64>, %shift: tensor<i32> {check.range = [-20, 20]}) -> tensor<5xf64>
    attributes {check.numpy = "np.roll(x, shift)"} {
  %y = composite.roll %x by %shift axis 0 : tensor<5xf64>, tensor<i32>
  return %y : tensor<5xf64>
}

func.func @roll_by_computed_extremes(%x: tensor<7xf64>, %least: tensor<i64> {check.value = dense<-9223372036854775808> : tensor<i64>},
    %most: tensor<ui64> {check.value = dense<18446744073709551615> : tensor<ui64>}) -> tensor<7xf64>
    attributes {check.numpy = "np.roll(np.roll(x, -2**63 % 7), (2**64 - 1) % 7)"} {
  %y = composite.roll %x by %least axis 0 : tensor<7xf64>, tensor<i64>
  %z = composite.roll %y by %most axis 0 : tensor<7xf64>, tensor<ui64>
  return %z : tensor<7xf64>
}

func.func @roll_of_open_size(%x: tensor<2x?xf64> {check.shape = [2, 4]}) -> tensor<2x?xf64>
    attributes {check.numpy = "np.roll(x, 3, 1)"} {
  %shift = prim.constant dense<3> : tensor<i64>
  %y = composite.roll %x by %shift axis 1 : tensor<2x?xf64>, tensor<i64>
  return %y : tensor<2x?xf64>
}

func.func @roll_of_nothing(%x: tensor<0xf64>, %shift: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<0xf64>
    attributes {check.numpy = "x"} {
  %y = composite.roll %x by %shift axis 0 : tensor<0xf64>, tensor<i64>
  return %y : tensor<0xf64>
}
