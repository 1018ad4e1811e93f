// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_that_is_not_there() {
  // expected-error @below {{axis 1 is outside [0, 1)}}
  %y = prim.iota axis 1 -> tensor<2xi32>
  return
}

// -----

func.func @open_sizes_without_shape() {
  // expected-error @below {{'prim.iota' op the result has open sizes; add 'to %shape' with one size per axis; the result is 'tensor<?xi32>'}}
  %y = prim.iota axis 0 -> tensor<?xi32>
  return
}

// -----

func.func @shape_of_other_length(%s: tensor<2xi64>) {
  // expected-error @below {{'prim.iota' op the shape operand must have one size for each axis of the result, which has 1; found shape [2]; the result is 'tensor<?xi32>'}}
  %y = prim.iota axis 0 to %s : tensor<2xi64> -> tensor<?xi32>
  return
}
