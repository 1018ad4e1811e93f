// Batches of products of small matrices, which have machine code of their own: one matrix for many, batches
// in two axes that do not go on evenly, rows and columns that lie turned, sums along rows.

func.func @one_for_many(%x: tensor<5x3x3xf64>, %y: tensor<4x5x3x3xf64>) -> tensor<4x5x3x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<5x3x3xf64>, tensor<4x5x3x3xf64>
  return %z : tensor<4x5x3x3xf64>
}

func.func @many_for_one(%x: tensor<4x5x3x3xf64>, %y: tensor<5x3x3xf64>) -> tensor<4x5x3x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<4x5x3x3xf64>, tensor<5x3x3xf64>
  return %z : tensor<4x5x3x3xf64>
}

func.func @both_repeated(%x: tensor<4x1x3x3xf64>, %y: tensor<5x3x3xf64>) -> tensor<4x5x3x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<4x1x3x3xf64>, tensor<5x3x3xf64>
  return %z : tensor<4x5x3x3xf64>
}

func.func @four_by_four(%x: tensor<7x4x4xf64>, %y: tensor<7x4x4xf64>) -> tensor<7x4x4xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<7x4x4xf64>, tensor<7x4x4xf64>
  return %z : tensor<7x4x4xf64>
}

func.func @two_by_two(%x: tensor<9x2x2xf64>, %y: tensor<9x2x2xf64>) -> tensor<9x2x2xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<9x2x2xf64>, tensor<9x2x2xf64>
  return %z : tensor<9x2x2xf64>
}

func.func @columns_of_vectors(%x: tensor<6x10x10xf64>, %y: tensor<6x10x1xf64>) -> tensor<6x10x1xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<6x10x10xf64>, tensor<6x10x1xf64>
  return %z : tensor<6x10x1xf64>
}

func.func @few_columns_of_vectors(%x: tensor<6x3x3xf64>, %y: tensor<6x3x1xf64>) -> tensor<6x3x1xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<6x3x3xf64>, tensor<6x3x1xf64>
  return %z : tensor<6x3x1xf64>
}

func.func @rows_of_vectors(%x: tensor<6x1x3xf64>, %y: tensor<6x3x3xf64>) -> tensor<6x1x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<6x1x3xf64>, tensor<6x3x3xf64>
  return %z : tensor<6x1x3xf64>
}

func.func @dots(%x: tensor<6x1x19xf64>, %y: tensor<6x19x1xf64>) -> tensor<6x1x1xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<6x1x19xf64>, tensor<6x19x1xf64>
  return %z : tensor<6x1x1xf64>
}

func.func @short_dots(%x: tensor<6x1x2xf64>, %y: tensor<6x2x1xf64>) -> tensor<6x1x1xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<6x1x2xf64>, tensor<6x2x1xf64>
  return %z : tensor<6x1x1xf64>
}

func.func @long_sums(%x: tensor<3x5x37xf64>, %y: tensor<3x37x1xf64>) -> tensor<3x5x1xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x5x37xf64>, tensor<3x37x1xf64>
  return %z : tensor<3x5x1xf64>
}

func.func @rows_left(%x: tensor<3x13x5xf64>, %y: tensor<3x5x6xf64>) -> tensor<3x13x6xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x13x5xf64>, tensor<3x5x6xf64>
  return %z : tensor<3x13x6xf64>
}

func.func @columns_left(%x: tensor<2x3x5xf64>, %y: tensor<2x5x41xf64>) -> tensor<2x3x41xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x3x5xf64>, tensor<2x5x41xf64>
  return %z : tensor<2x3x41xf64>
}

func.func @blocks_of_columns(%x: tensor<2x3x5xf64>, %y: tensor<2x5x75xf64>) -> tensor<2x3x75xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x3x5xf64>, tensor<2x5x75xf64>
  return %z : tensor<2x3x75xf64>
}

func.func @many_summands(%x: tensor<2x14x40xf64>, %y: tensor<2x40x9xf64>) -> tensor<2x14x9xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x14x40xf64>, tensor<2x40x9xf64>
  return %z : tensor<2x14x9xf64>
}

func.func @three_columns(%x: tensor<3x30x3xf64>, %y: tensor<3x3x3xf64>) -> tensor<3x30x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x30x3xf64>, tensor<3x3x3xf64>
  return %z : tensor<3x30x3xf64>
}

func.func @one_matrix_for_all(%x: tensor<3x4x5xf64>, %y: tensor<5x6xf64>) -> tensor<3x4x6xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x4x5xf64>, tensor<5x6xf64>
  return %z : tensor<3x4x6xf64>
}

func.func @many_rows_for_one_matrix(%x: tensor<2x3x4x5xf64>, %y: tensor<5x6xf64>) -> tensor<2x3x4x6xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x3x4x5xf64>, tensor<5x6xf64>
  return %z : tensor<2x3x4x6xf64>
}

func.func @in_halves(%x: tensor<4x3x3xf32>, %y: tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<4x3x3xf32>, tensor<4x3x5xf32>
  return %z : tensor<4x3x5xf32>
}

func.func @no_summands(%x: tensor<4x3x1xf64>, %y: tensor<4x1x3xf64>) -> tensor<4x3x3xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<4x3x1xf64>, tensor<4x1x3xf64>
  return %z : tensor<4x3x3xf64>
}

func.func @right_turned(%x: tensor<4x3x3xf64>, %y: tensor<4x5x3xf64>) -> tensor<4x3x5xf64>
    attributes {check.numpy = "np.einsum('bij,bkj->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [2] x [2] : tensor<4x3x3xf64>, tensor<4x5x3xf64>
  return %z : tensor<4x3x5xf64>
}

func.func @left_turned(%x: tensor<4x3x6xf64>, %y: tensor<4x3x5xf64>) -> tensor<4x6x5xf64>
    attributes {check.numpy = "np.einsum('bji,bjk->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1] x [1] : tensor<4x3x6xf64>, tensor<4x3x5xf64>
  return %z : tensor<4x6x5xf64>
}

func.func @both_turned(%x: tensor<4x3x6xf64>, %y: tensor<4x5x3xf64>) -> tensor<4x6x5xf64>
    attributes {check.numpy = "np.einsum('bji,bkj->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1] x [2] : tensor<4x3x6xf64>, tensor<4x5x3xf64>
  return %z : tensor<4x6x5xf64>
}

func.func @long_rows_of_both(%x: tensor<4x3x21xf64>, %y: tensor<4x5x21xf64>) -> tensor<4x3x5xf64>
    attributes {check.numpy = "np.einsum('bij,bkj->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [2] x [2] : tensor<4x3x21xf64>, tensor<4x5x21xf64>
  return %z : tensor<4x3x5xf64>
}

func.func @batches_are_last(%x: tensor<3x4x6xf64>, %y: tensor<4x5x6xf64>) -> tensor<6x3x5xf64>
    attributes {check.numpy = "np.einsum('ijb,jkb->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [2] x [2] contracting [1] x [0] : tensor<3x4x6xf64>, tensor<4x5x6xf64>
  return %z : tensor<6x3x5xf64>
}

func.func @batches_between(%x: tensor<3x6x4xf64>, %y: tensor<5x6x4xf64>) -> tensor<6x3x5xf64>
    attributes {check.numpy = "np.einsum('ibj,kbj->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [1] x [1] contracting [2] x [2] : tensor<3x6x4xf64>, tensor<5x6x4xf64>
  return %z : tensor<6x3x5xf64>
}

func.func @two_summed_axes(%x: tensor<6x3x2x4xf64>, %y: tensor<6x2x4x5xf64>) -> tensor<6x3x5xf64>
    attributes {check.numpy = "np.einsum('bijk,bjkl->bil', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [2, 3] x [1, 2] : tensor<6x3x2x4xf64>, tensor<6x2x4x5xf64>
  return %z : tensor<6x3x5xf64>
}

func.func @summed_axes_that_do_not_go_on(%x: tensor<6x2x3x4xf64>, %y: tensor<6x2x4x5xf64>) -> tensor<6x3x5xf64>
    attributes {check.numpy = "np.einsum('bjik,bjkl->bil', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1, 3] x [1, 2] : tensor<6x2x3x4xf64>, tensor<6x2x4x5xf64>
  return %z : tensor<6x3x5xf64>
}

func.func @two_free_axes(%x: tensor<6x2x3x4xf64>, %y: tensor<6x4x5xf64>) -> tensor<6x2x3x5xf64>
    attributes {check.numpy = "np.einsum('bijk,bkl->bijl', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [3] x [1] : tensor<6x2x3x4xf64>, tensor<6x4x5xf64>
  return %z : tensor<6x2x3x5xf64>
}

func.func @free_axes_around_the_sum(%x: tensor<6x2x4x3xf64>, %y: tensor<6x4x5xf64>) -> tensor<6x2x3x5xf64>
    attributes {check.numpy = "np.einsum('bikj,bkl->bijl', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : tensor<6x2x4x3xf64>, tensor<6x4x5xf64>
  return %z : tensor<6x2x3x5xf64>
}

func.func @dots_of_rows(%x: tensor<9x3xf64>, %y: tensor<9x3xf64>) -> tensor<9xf64>
    attributes {check.numpy = "np.sum(x * y, 1)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1] x [1] : tensor<9x3xf64>, tensor<9x3xf64>
  return %z : tensor<9xf64>
}

func.func @columns_from_both_sides(%x: tensor<6x4xf64>, %y: tensor<6x2x4x3xf64>) -> tensor<6x2x3xf64>
    attributes {check.numpy = "np.einsum('bk,bikj->bij', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1] x [2] : tensor<6x4xf64>, tensor<6x2x4x3xf64>
  return %z : tensor<6x2x3xf64>
}

func.func @on_several_threads(%x: tensor<3000x4x4xf64>, %y: tensor<2x3000x4x4xf64>) -> tensor<2x3000x4x4xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3000x4x4xf64>, tensor<2x3000x4x4xf64>
  return %z : tensor<2x3000x4x4xf64>
}
