func.func @dot_of_vectors(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<f64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0]
      : tensor<4xf64>, tensor<4xf64>
  return %z : tensor<f64>
}

func.func @matrix_times_vector(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "x @ y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [0]
      : tensor<2x3xf64>, tensor<3xf64>
  return %z : tensor<2xf64>
}

func.func @outer_product(%x: tensor<2xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.outer(x, y)"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [] x []
      : tensor<2xf64>, tensor<3xf64>
  return %z : tensor<2x3xf64>
}

func.func @product_of_scalars(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "x * y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [] x [] : tensor<f64>, tensor<f64>
  return %z : tensor<f64>
}

func.func @batching_axes_come_first(%x: tensor<2x5x3xf64>, %y: tensor<3x4x5xf64>)
    -> tensor<5x2x4xf64> attributes {check.numpy = "np.einsum('abc,cdb->bad', x, y)"} {
  %z = prim.dot_general %x, %y batching [1] x [2] contracting [2] x [0]
      : tensor<2x5x3xf64>, tensor<3x4x5xf64>
  return %z : tensor<5x2x4xf64>
}

func.func @several_axes_in_any_order(%x: tensor<2x3x4x5x2xf64>, %y: tensor<4x2x2x3x2xf64>)
    -> tensor<3x2x5x2xf64> attributes {check.numpy = "np.einsum('abcde,cafbe->bedf', x, y)"} {
  %z = prim.dot_general %x, %y batching [1, 4] x [3, 4] contracting [0, 2] x [1, 0]
      : tensor<2x3x4x5x2xf64>, tensor<4x2x2x3x2xf64>
  return %z : tensor<3x2x5x2xf64>
}

func.func @dot_general_of_nothing(%x: tensor<2x0xf64>, %y: tensor<0x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.zeros((2, 3))"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [0]
      : tensor<2x0xf64>, tensor<0x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @dot_general_of_open_sizes(%x: tensor<?x?x3xf64> {check.shape = [2, 4, 3]},
    %y: tensor<2x?x?xf64> {check.shape = [2, 5, 3]}) -> tensor<2x?x?xf64>
    attributes {check.numpy = "np.einsum('bij,bkj->bik', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [2] x [2]
      : tensor<?x?x3xf64>, tensor<2x?x?xf64>
  return %z : tensor<2x?x?xf64>
}

func.func @dot_general_of_unsigned_wraps_around() -> tensor<ui8> {
  %x = prim.constant dense<[16, 1]> : tensor<2xui8>
  %y = prim.constant dense<[16, 255]> : tensor<2xui8>
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0]
      : tensor<2xui8>, tensor<2xui8>
  check.equal %z, dense<255> : tensor<ui8>
  return %z : tensor<ui8>
}

// Nothing is summed up: each element is one product, in whatever loops its neighbours are.
func.func @dot_general_along_axes_of_one(%x: tensor<4x1x3x1xf64>, %y: tensor<1x5x4x1xf64>) -> tensor<4x3x5xf64>
    attributes {check.numpy = "np.einsum('bcid,cjbd->bij', x, y)"} {
  %z = prim.dot_general %x, %y batching [0] x [2] contracting [1, 3] x [0, 3]
      : tensor<4x1x3x1xf64>, tensor<1x5x4x1xf64>
  return %z : tensor<4x3x5xf64>
}

func.func @dot_general_along_an_axis_of_one_with_open_sizes(%x: tensor<?x1xf64> {check.shape = [3, 1]},
    %y: tensor<1x?xf64> {check.shape = [1, 0]}) -> tensor<?x?xf64> attributes {check.numpy = "x @ y"} {
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [0] : tensor<?x1xf64>, tensor<1x?xf64>
  return %z : tensor<?x?xf64>
}
