// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @inner_sizes(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{inner sizes differ; transpose one operand or check the layout; found shapes [2, 3] and [4, 5]}}
  %z = prim.matmul %x, %y : tensor<2x3xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @vector(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tensor<2x3xf32>' times 'tensor<3xf32>' is no product of matrices; use prim.dot_general for tensors of fewer than 2 axes}}
  %z = prim.matmul %x, %y : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @batches(%x: tensor<2x2x3xf32>, %y: tensor<4x3x5xf32>) {
  // expected-error @+1 {{batches do not fit together: aligned at the last axis, sizes must be equal or 1; found shapes [2, 2, 3] and [4, 3, 5]}}
  %z = prim.matmul %x, %y : tensor<2x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @element_types(%x: tensor<2x3xf32>, %y: tensor<3x5xf64>) {
  // expected-error @+1 {{element types differ: 'tensor<2x3xf32>' times 'tensor<3x5xf64>'; cast one of them first}}
  %z = prim.matmul %x, %y : tensor<2x3xf32>, tensor<3x5xf64>
  return
}

// -----

func.func @booleans(%x: tensor<2x3xi1>, %y: tensor<3x5xi1>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of float, integer or complex values, but got 'tensor<2x3xi1>'}}
  %z = prim.matmul %x, %y : tensor<2x3xi1>, tensor<3x5xi1>
  return
}
