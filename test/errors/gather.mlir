// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @take_on_no_axis(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %y = prim.take %x at %i axis 1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @take_at_floats(%x: tensor<4xf32>, %i: tensor<2xf32>) {
  // expected-error @+1 {{operand #1 must be ranked tensor of}}
  %y = prim.take %x at %i axis 0 : tensor<4xf32>, tensor<2xf32>
  return
}

// -----

func.func @tuples_of_open_length(%x: tensor<4xf32>, %i: tensor<2x?xi64>) {
  // expected-error @+1 {{the last axis of the indices 'tensor<2x?xi64>' must have a known size: the number of axes of 'tensor<4xf32>' to index}}
  %y = prim.gather_nd %x at %i : tensor<4xf32>, tensor<2x?xi64>
  return
}

// -----

func.func @no_tuples(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{the last axis of the indices 'tensor<i64>' must have a known size}}
  %y = prim.gather_nd %x at %i : tensor<4xf32>, tensor<i64>
  return
}

// -----

func.func @tuples_too_long(%x: tensor<4xf32>, %i: tensor<3x2xi64>) {
  // expected-error @+1 {{the indices 'tensor<3x2xi64>' name 2 axes, but 'tensor<4xf32>' has 1}}
  %y = prim.gather_nd %x at %i : tensor<4xf32>, tensor<3x2xi64>
  return
}
