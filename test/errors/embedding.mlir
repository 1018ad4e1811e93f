// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @embedding_of_a_vector(%i: tensor<2xi64>, %w: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error @below {{weight has 1 axes, but must be a matrix of rows}}
  %y = composite.embedding %i, %w : tensor<2xi64>, tensor<3xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @embedding_bag_of_weighted_means(%i: tensor<2x2xi64>, %w: tensor<3x2xf32>, %s: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{per_sample_weights go with mode 'sum' alone, but it is 'mean'}}
  %y = composite.embedding_bag %i, %w weights %s : tensor<2x2xf32> : tensor<2x2xi64>, tensor<3x2xf32>
  return %y : tensor<2x2xf32>
}
