// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @topk_of_too_many(%x: tensor<4xf32>) {
  // expected-error @+1 {{cannot pick 5 elements from an axis of fewer; found shape [4]}}
  %y, %i = prim.topk %x k 5 : tensor<4xf32>
  return
}

// -----

func.func @topk_of_negative(%x: tensor<?xf32>) {
  // expected-error @+1 {{cannot pick -1 elements}}
  %y, %i = prim.topk %x k -1 : tensor<?xf32>
  return
}

// -----

func.func @topk_of_scalar(%x: tensor<f32>) {
  // expected-error @+1 {{x is 0-d, but an axis is needed to pick from}}
  %y, %i = prim.topk %x k 1 : tensor<f32>
  return
}
