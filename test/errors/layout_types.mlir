// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// Shapes and element types that the types alone show to be wrong.

func.func @broadcast_changes_the_element_type(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.broadcast' op changes the element type from 'tensor<2xf64>' to 'tensor<3x2xf32>'}}
  %y = prim.broadcast %x : tensor<2xf64> -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_to_fewer_axes(%x: tensor<1x2xf64>) {
  // expected-error @+1 {{'prim.broadcast' op cannot repeat 'tensor<1x2xf64>' to fewer axes: 'tensor<2xf64>'}}
  %y = prim.broadcast %x : tensor<1x2xf64> -> tensor<2xf64>
  return
}

// -----

func.func @broadcast_to_another_size(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.broadcast' op the shape cannot be repeated: the size of axis 0 is neither 1 nor that of the larger shape; found shape [2]; the result is 'tensor<3xf64>'}}
  %y = prim.broadcast %x : tensor<2xf64> -> tensor<3xf64>
  return
}

// -----

func.func @sum_to_more_axes(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.sum_to' op cannot repeat 'tensor<1x2xf64>' to fewer axes: 'tensor<2xf64>'}}
  %y = prim.sum_to %x : tensor<2xf64> -> tensor<1x2xf64>
  return
}

// -----

func.func @open_sizes_without_a_shape(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.broadcast' op the result has open sizes; add 'to %shape' with one size per axis; found shape [2]; the result is 'tensor<?x2xf64>'}}
  %y = prim.broadcast %x : tensor<2xf64> -> tensor<?x2xf64>
  return
}

// -----

func.func @shape_of_another_rank(%x: tensor<2xf64>, %shape: tensor<3xi64>) {
  // expected-error @+1 {{'prim.broadcast' op the shape operand must have one size for each axis of the result, which has 2; found shapes [2] and [3]; the result is 'tensor<?x2xf64>'}}
  %y = prim.broadcast %x to %shape : tensor<2xf64>, tensor<3xi64> -> tensor<?x2xf64>
  return
}

// -----

func.func @cast_changes_the_shape(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.cast' op changes the shape from 'tensor<2xf64>' to 'tensor<3xf32>'}}
  %y = prim.cast %x : tensor<2xf64> -> tensor<3xf32>
  return
}

// -----

func.func @reshape_changes_the_element_type(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.reshape' op changes the element type from 'tensor<2xf64>' to 'tensor<2xf32>'}}
  %y = prim.reshape %x : tensor<2xf64> -> tensor<2xf32>
  return
}

// -----

func.func @reshape_changes_the_number_of_elements(%x: tensor<2xf64>) {
  // expected-error @+1 {{'prim.reshape' op cannot view the elements as this shape: there are more or fewer; found shape [2]; the result is 'tensor<3xf64>'}}
  %y = prim.reshape %x : tensor<2xf64> -> tensor<3xf64>
  return
}

// -----

func.func @squeeze_of_another_size(%x: tensor<2xf64>) {
  // expected-error @+1 {{only axes of size 1 can be removed, but axis 0 is not one; found shape [2]}}
  %y = prim.squeeze %x axes [0] : tensor<2xf64>
  return
}

// -----

func.func @squeeze_axis_twice(%x: tensor<1x1xf64>) {
  // expected-error @+1 {{axes must increase, but 0 follows 0}}
  %y = prim.squeeze %x axes [0, 0] : tensor<1x1xf64>
  return
}

// -----

func.func @expand_dims_beyond_the_rank(%x: tensor<2xf64>) {
  // expected-error @+1 {{axis 2 is outside [0, 2)}}
  %y = prim.expand_dims %x axes [2] : tensor<2xf64>
  return
}

// -----

func.func @transpose_names_an_axis_twice(%x: tensor<2x3xf64>) {
  // expected-error @+1 {{permutation [0, 0] does not name each of the 2 axes once}}
  %y = prim.transpose %x permutation [0, 0] : tensor<2x3xf64>
  return
}
