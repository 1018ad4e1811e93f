// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @open_sizes_without_shape(%x: tensor<f32>) {
  // expected-error @below {{'prim.fill' op the result has open sizes; add 'to %shape' with one size per axis; found shape []; the result is 'tensor<?xf32>'}}
  %y = prim.fill %x : tensor<f32> -> tensor<?xf32>
  return
}

// -----

func.func @element_type_changes(%x: tensor<f32>) {
  // expected-error @below {{'prim.fill' op changes the element type from 'tensor<f32>' to 'tensor<2xf64>'}}
  %y = prim.fill %x : tensor<f32> -> tensor<2xf64>
  return
}

// -----

func.func @value_is_no_scalar(%x: tensor<1xf32>) {
  // expected-error @below {{operand #0 must be 0D tensor}}
  %y = prim.fill %x : tensor<1xf32> -> tensor<2xf32>
  return
}
