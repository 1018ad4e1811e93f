// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @sort_along_no_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %y = prim.sort %x axis 1 : tensor<4xf32>
  return
}

// -----

func.func @sort_of_scalar(%x: tensor<f32>) {
  // expected-error @+1 {{axis 0 is outside [0, 0)}}
  %y = prim.sort %x axis 0 : tensor<f32>
  return
}

// -----

func.func @argsort_along_no_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis -1 is outside [0, 1)}}
  %y = prim.argsort %x axis -1 : tensor<4xf32>
  return
}
