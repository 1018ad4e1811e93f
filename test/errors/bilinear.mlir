// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @bilinear_of_vectors_that_do_not_fit(%x: tensor<3xf32>, %y: tensor<2xf32>, %w: tensor<4x2x3xf32>) -> tensor<4xf32> {
  // expected-error @below {{axis 1 of weight is not as long as x is}}
  %z = composite.bilinear %x, %y, %w : tensor<3xf32>, tensor<2xf32>, tensor<4x2x3xf32>
  return %z : tensor<4xf32>
}
