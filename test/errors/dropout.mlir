// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @rate_above_one(%x: tensor<2xf32>, %k: tensor<2xui32>) {
  // expected-error @below {{'composite.dropout' op rate 1.500000e+00 is outside [0, 1]}}
  %y = composite.dropout %x, %k rate 1.5 : tensor<2xf32>
  return
}

// -----

func.func @dropout_of_channels_that_are_not(%x: tensor<2xf32>, %k: tensor<2xui32>) -> tensor<2xf32> {
  // expected-error @below {{x has 1 axes, which are too few to drop whole channels}}
  %y = composite.dropout2d %x, %k rate 0.5 : tensor<2xf32>
  return %y : tensor<2xf32>
}
