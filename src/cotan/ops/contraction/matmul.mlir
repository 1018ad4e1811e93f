func.func @matmul(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x3xf64>, tensor<3x4xf64>
  return %z : tensor<2x4xf64>
}

func.func @matmul_of_batches(%x: tensor<5x2x3xf64>, %y: tensor<5x3x2xf64>) -> tensor<5x2x2xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<5x2x3xf64>, tensor<5x3x2xf64>
  return %z : tensor<5x2x2xf64>
}

func.func @matmul_of_batch_with_matrix(%x: tensor<2x2x2x3xf64>, %y: tensor<3x4xf64>)
    -> tensor<2x2x2x4xf64> attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x2x2x3xf64>, tensor<3x4xf64>
  return %z : tensor<2x2x2x4xf64>
}

func.func @matmul_of_matrix_with_batch(%x: tensor<2x3xf64>, %y: tensor<4x3x2xf64>)
    -> tensor<4x2x2xf64> attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<2x3xf64>, tensor<4x3x2xf64>
  return %z : tensor<4x2x2xf64>
}

func.func @batches_are_repeated(%x: tensor<3x1x1x2xf64>, %y: tensor<4x2x2xf64>)
    -> tensor<3x4x1x2xf64> attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<3x1x1x2xf64>, tensor<4x2x2xf64>
  return %z : tensor<3x4x1x2xf64>
}

func.func @square_of_matrix(%x: tensor<3x3xf64>) -> tensor<3x3xf64>
    attributes {check.numpy = "x @ x"} {
  %y = prim.matmul %x, %x : tensor<3x3xf64>, tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

func.func @sum_over_nothing(%x: tensor<2x0xf64>, %y: tensor<0x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.zeros((2, 3))"} {
  %z = prim.matmul %x, %y : tensor<2x0xf64>, tensor<0x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @matmul_of_no_batches(%x: tensor<0x2x3xf64>, %y: tensor<1x3x2xf64>) -> tensor<0x2x2xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<0x2x3xf64>, tensor<1x3x2xf64>
  return %z : tensor<0x2x2xf64>
}

func.func @matmul_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3]},
    %y: tensor<3x?xf64> {check.shape = [3, 4]}) -> tensor<?x?xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<?x?xf64>, tensor<3x?xf64>
  return %z : tensor<?x?xf64>
}

func.func @matmul_of_open_batches(%x: tensor<?x2x3xf64> {check.shape = [4, 2, 3]},
    %y: tensor<?x3x?xf64> {check.shape = [1, 3, 2]}) -> tensor<?x2x?xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<?x2x3xf64>, tensor<?x3x?xf64>
  return %z : tensor<?x2x?xf64>
}

func.func @matmul_of_open_batch_with_matrix(%x: tensor<?x2x3xf64> {check.shape = [4, 2, 3]},
    %y: tensor<3x2xf64>) -> tensor<?x2x2xf64> attributes {check.numpy = "x @ y"} {
  %z = prim.matmul %x, %y : tensor<?x2x3xf64>, tensor<3x2xf64>
  return %z : tensor<?x2x2xf64>
}

func.func @matmul_of_integers_wraps_around() -> tensor<1x1xi8> {
  %x = prim.constant dense<[[100, 100]]> : tensor<1x2xi8>
  %y = prim.constant dense<[[1], [1]]> : tensor<2x1xi8>
  %z = prim.matmul %x, %y : tensor<1x2xi8>, tensor<2x1xi8>
  check.equal %z, dense<-56> : tensor<1x1xi8>
  return %z : tensor<1x1xi8>
}

// 2^24 + 1 + 1 in f32: machine code may lose each of the additions, 2^-24 of the sum.
func.func @matmul_rounds_once() -> tensor<1x1xf32> attributes {check.tolerance = 1.2e-7} {
  %x = prim.constant dense<[[16777216.0, 1.0, 1.0]]> : tensor<1x3xf32>
  %y = prim.constant dense<1.0> : tensor<3x1xf32>
  %z = prim.matmul %x, %y : tensor<1x3xf32>, tensor<3x1xf32>
  check.equal %z, dense<16777218.0> : tensor<1x1xf32>
  return %z : tensor<1x1xf32>
}

func.func @infinity_times_zero_is_nan() -> tensor<1x2xf64> {
  %x = prim.constant dense<[[0x7FF0000000000000, 1.0]]> : tensor<1x2xf64>
  %y = prim.constant dense<[[0.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf64>
  %z = prim.matmul %x, %y : tensor<1x2xf64>, tensor<2x2xf64>
  check.equal %z, dense<[[0x7FF8000000000000, 0x7FF0000000000000]]> : tensor<1x2xf64>
  return %z : tensor<1x2xf64>
}
