// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @labels_of_other_shape(%x: tensor<2x3xf32>, %l: tensor<3xi64>) {
  // expected-error @below {{the labels do not have the shape of x without axis 1; found shapes [2, 3] and [3]}}
  %y = composite.cross_entropy %x, %l axis 1 : tensor<2x3xf32>, tensor<3xi64>
  return
}

// -----

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = composite.nll_loss %x, %l axis 2 : tensor<2x3xf32>, tensor<2xi64>
  return
}
