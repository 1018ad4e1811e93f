// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_outside(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{rhs axis 1 is outside [0, 1)}}
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [1] : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @axis_named_twice(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @+1 {{lhs axis 1 is named twice; an axis is batching, contracting or neither}}
  %z = prim.dot_general %x, %y batching [1] x [0] contracting [1] x [1] : tensor<2x3xf32>, tensor<3x3xf32>
  return
}

// -----

func.func @axes_without_partner(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{1 contracting axes of lhs meet 0 of rhs; name them in pairs}}
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [] : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @contracting_sizes(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{the shapes do not fit together: axis 1 of lhs meets axis 0 of rhs, which has another size; found shapes [2, 3] and [4]}}
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [0] : tensor<2x3xf32>, tensor<4xf32>
  return
}

// -----

func.func @batching_sizes(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) {
  // expected-error @+1 {{the shapes do not fit together: axis 0 of lhs meets axis 0 of rhs, which has another size; found shapes [2, 3] and [4, 3]}}
  %z = prim.dot_general %x, %y batching [0] x [0] contracting [1] x [1] : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

func.func @element_types(%x: tensor<3xf32>, %y: tensor<3xi32>) {
  // expected-error @+1 {{element types differ: 'tensor<3xf32>' times 'tensor<3xi32>'; cast one of them first}}
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0] : tensor<3xf32>, tensor<3xi32>
  return
}
