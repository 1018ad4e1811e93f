// Products that have machine code of their own: blocks of rows and columns that do not come out even, and
// operands that lie turned.

func.func @two_columns_left(%x: tensor<16x50xf64>, %y: tensor<50x50xf64>) -> tensor<16x50xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<16x50xf64>, tensor<50x50xf64>
  return %z : tensor<16x50xf64>
}

func.func @one_row(%x: tensor<1x40xf64>, %y: tensor<40x33xf64>) -> tensor<1x33xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<1x40xf64>, tensor<40x33xf64>
  return %z : tensor<1x33xf64>
}

func.func @one_summand(%x: tensor<30x1xf64>, %y: tensor<1x20xf64>) -> tensor<30x20xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<30x1xf64>, tensor<1x20xf64>
  return %z : tensor<30x20xf64>
}

func.func @fewest_columns(%x: tensor<19x11xf64>, %y: tensor<11x4xf64>) -> tensor<19x4xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<19x11xf64>, tensor<11x4xf64>
  return %z : tensor<19x4xf64>
}

func.func @five_columns(%x: tensor<9x12xf64>, %y: tensor<12x5xf64>) -> tensor<9x5xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<9x12xf64>, tensor<12x5xf64>
  return %z : tensor<9x5xf64>
}

func.func @many_columns(%x: tensor<3x9xf64>, %y: tensor<9x75xf64>) -> tensor<3x75xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x9xf64>, tensor<9x75xf64>
  return %z : tensor<3x75xf64>
}

func.func @turned(%x: tensor<21x37xf64>, %y: tensor<21x29xf64>) -> tensor<37x29xf64>
    attributes {check.numpy = "x.T @ y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0] : tensor<21x37xf64>, tensor<21x29xf64>
  return %z : tensor<37x29xf64>
}

func.func @turned_row(%x: tensor<21x1xf64>, %y: tensor<21x29xf64>) -> tensor<1x29xf64>
    attributes {check.numpy = "x.T @ y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0] : tensor<21x1xf64>, tensor<21x29xf64>
  return %z : tensor<1x29xf64>
}

func.func @full_blocks(%x: tensor<24x10xf64>, %y: tensor<10x64xf64>) -> tensor<24x64xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<24x10xf64>, tensor<10x64xf64>
  return %z : tensor<24x64xf64>
}

func.func @too_few_columns(%x: tensor<24x10xf64>, %y: tensor<10x3xf64>) -> tensor<24x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<24x10xf64>, tensor<10x3xf64>
  return %z : tensor<24x3xf64>
}
