// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @scale_of_other_size(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'composite.batch_norm' op scale is 'tensor<2xf32>', but 'tensor<2x3xf32>' needs 'tensor<3xf32>'}}
  %y:3 = composite.batch_norm %x, %s, %s axis 1 : tensor<2x3xf32>, tensor<2xf32>
  return
}

// -----

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = composite.batch_norm_inference %x, %s, %s, %s, %s axis 2 : tensor<2x3xf32>, tensor<3xf32>
  return
}
