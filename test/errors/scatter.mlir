// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @scatter_of_another_shape(%x: tensor<4x2xf32>, %i: tensor<3xi64>, %u: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.scatter' op axis 0 of the updates does not have the size of what the indices name; found shapes [4, 2] and [3] and [2, 3]; the result is 'tensor<4x2xf32>'}}
  %y = prim.scatter %x at %i update %u axis 0 : tensor<4x2xf32>, tensor<3xi64>, tensor<2x3xf32>
  return
}

// -----

func.func @scatter_of_another_element_type(%x: tensor<4xf32>, %i: tensor<3xi64>, %u: tensor<3xf64>) {
  // expected-error @+1 {{'prim.scatter_add' op updates are 'tensor<3xf64>', but the indices name elements of 'tensor<4xf32>' along 1 axes}}
  %y = prim.scatter_add %x at %i update %u axis 0 : tensor<4xf32>, tensor<3xi64>, tensor<3xf64>
  return
}

// -----

func.func @scatter_on_no_axis(%x: tensor<4xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{axis -1 is outside [0, 1)}}
  %y = prim.scatter %x at %i update %u axis -1 : tensor<4xf32>, tensor<3xi64>, tensor<3xf32>
  return
}

// -----

func.func @scatter_add_of_booleans(%x: tensor<4xi1>, %i: tensor<3xi64>, %u: tensor<3xi1>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of float, integer or complex}}
  %y = prim.scatter_add %x at %i update %u axis 0 : tensor<4xi1>, tensor<3xi64>, tensor<3xi1>
  return
}

// -----

func.func @scatter_nd_of_another_shape(%x: tensor<4x2xf32>, %i: tensor<3x1xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'prim.scatter_nd' op updates are 'tensor<3xf32>', but the indices name elements of 'tensor<4x2xf32>' along 2 axes}}
  %y = prim.scatter_nd %x at %i update %u : tensor<4x2xf32>, tensor<3x1xi64>, tensor<3xf32>
  return
}

// -----

func.func @scatter_nd_at_long_tuples(%x: tensor<4xf32>, %i: tensor<3x2xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{the indices 'tensor<3x2xi64>' name 2 axes, but 'tensor<4xf32>' has 1}}
  %y = prim.scatter_nd_add %x at %i update %u : tensor<4xf32>, tensor<3x2xi64>, tensor<3xf32>
  return
}
