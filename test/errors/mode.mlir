// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @mode_of_nothing(%x: tensor<2x0xf32>) -> tensor<2xf32> {
  // expected-error @below {{axis 1 has no elements}}
  %v, %i = composite.mode %x axis 1 : tensor<2x0xf32>
  return %v : tensor<2xf32>
}
