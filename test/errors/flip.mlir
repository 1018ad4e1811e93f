// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @flip_of_an_axis_that_is_not_there(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %y = prim.flip %x axes [1] : tensor<4xf32>
  return
}

// -----

func.func @flip_of_an_axis_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{axes must increase, but 0 follows 0}}
  %y = prim.flip %x axes [0, 0] : tensor<4xf32>
  return
}
