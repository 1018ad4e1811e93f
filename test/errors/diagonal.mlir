// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @diagonal_of_one_axis(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{the axes must be two different ones of 0 to 1}}
  %y = composite.diagonal %x offset 0 axes [1, 1] : tensor<3x3xf32>
  return
}

// -----

func.func @diag_embed_of_a_number(%x: tensor<f32>) {
  // expected-error @+1 {{a number has no last axis; reshape it to one element}}
  %y = composite.diag_embed %x offset 0 axes [0, 1] : tensor<f32>
  return
}
