// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @glu_of_an_odd_size(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  // expected-error @below {{the size of axis 1 must be a multiple of 2}}
  %y = composite.glu %x axis 1 : tensor<2x3xf32>
  return %y : tensor<2x1xf32>
}

// -----

func.func @maxout_of_no_group(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{groups is 0, but must be positive}}
  %y = composite.maxout %x groups 0 axis 0 : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @gumbel_softmax_of_cold_logits(%x: tensor<4xf32>, %k: tensor<2xui32>) -> tensor<4xf32> {
  // expected-error @below {{tau is 0.000000e+00, but must be positive}}
  %y = composite.gumbel_softmax %x, %k tau 0.0 axis 0 : tensor<4xf32>
  return %y : tensor<4xf32>
}
