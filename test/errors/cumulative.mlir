// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = prim.cumsum %x axis 2 : tensor<2x3xf32>
  return
}

// -----

func.func @axis_below_zero(%x: tensor<2x3xf32>) {
  // expected-error @below {{axis -1 is outside [0, 2)}}
  %y = prim.cummax %x axis -1 : tensor<2x3xf32>
  return
}

// -----

func.func @recurrence_of_integers(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of f16, bf16, f32 or f64 values}}
  %y = prim.linear_recurrence %x, %x axis 0 : tensor<2xi32>
  return
}
