// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @labels_of_other_shape(%x: tensor<2x3xf32>, %l: tensor<3xi64>) {
  // expected-error @below {{labels are 'tensor<3xi64>', but 'tensor<2x3xf32>' without axis 1 has the shape of 'tensor<2xf32>'}}
  %y = composite.cross_entropy %x, %l axis 1 : tensor<2x3xf32>, tensor<3xi64>
  return
}

// -----

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = composite.nll_loss %x, %l axis 2 : tensor<2x3xf32>, tensor<2xi64>
  return
}
