// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>) {
  // expected-error @below {{axis 5 is outside [0, 2)}}
  %y = prim.argmax %x axis 5 : tensor<2x3xf32>
  return
}

// -----

func.func @axis_of_a_scalar(%x: tensor<f32>) {
  // expected-error @below {{axis 0 is outside [0, 0)}}
  %y = prim.argmin %x axis 0 : tensor<f32>
  return
}
