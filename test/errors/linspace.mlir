// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @no_vector(%a: tensor<f32>) {
  // expected-error @below {{'composite.linspace' op result 'tensor<2x2xf32>' must be a vector of 'f32'}}
  %y = composite.linspace %a, %a : tensor<f32> -> tensor<2x2xf32>
  return
}
