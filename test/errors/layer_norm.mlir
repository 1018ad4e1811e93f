// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @scale_of_other_size(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{'composite.layer_norm' op scale is 'tensor<2xf32>', but 'tensor<2x3xf32>' needs 'tensor<3xf32>'}}
  %y = composite.layer_norm %x, %s, %s axes [1] : tensor<2x3xf32>, tensor<2xf32>
  return
}

// -----

func.func @scale_of_other_type(%x: tensor<2x3xf32>, %s: tensor<3xf64>) {
  // expected-error @below {{'composite.rms_norm' op scale is 'tensor<3xf64>', but 'tensor<2x3xf32>' needs 'tensor<3xf32>'}}
  %y = composite.rms_norm %x, %s axes [1] : tensor<2x3xf32>, tensor<3xf64>
  return
}

// -----

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = composite.rms_norm %x, %s axes [2] : tensor<2x3xf32>, tensor<3xf32>
  return
}
