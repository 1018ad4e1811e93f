// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_that_is_not_there(%x: tensor<2xf32>) {
  // expected-error @below {{axis 1 is outside [0, 1)}}
  %y = composite.softmax %x axis 1 : tensor<2xf32>
  return
}

// -----

func.func @axes_that_are_not_there(%x: tensor<2xf32>) {
  // expected-error @below {{axis 3 is outside [0, 1)}}
  %y = composite.logsumexp %x axes [3] : tensor<2xf32>
  return
}
