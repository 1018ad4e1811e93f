// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @another_kind(%x: tensor<4xf32>) {
  // expected-error @+1 {{kind is "median", but expected "sum", "mean", "prod", "max" or "min"}}
  %y = composite.reduce_window "median" %x window [2] strides [1] dilations [1] low [0] high [0] : tensor<4xf32>
  return
}

// -----

func.func @mean_of_integers(%x: tensor<4xi32>) {
  // expected-error @+1 {{the mean of 'tensor<4xi32>' has fractions; cast it to floats}}
  %y = composite.reduce_window "mean" %x window [2] strides [1] dilations [1] low [0] high [0] : tensor<4xi32>
  return
}

// -----

func.func @window_too_large(%x: tensor<4xf32>) {
  // expected-error @+1 {{a window that spans 5 elements does not fit along axis 0}}
  %y = composite.reduce_window "max" %x window [3] strides [1] dilations [2] low [0] high [0] : tensor<4xf32>
  return
}

// -----

func.func @window_of_nothing(%x: tensor<4xf32>) {
  // expected-error @+1 {{window 0, stride 1 and dilation 1 of axis 0 must be positive}}
  %y = composite.reduce_window "max" %x window [0] strides [1] dilations [1] low [0] high [0] : tensor<4xf32>
  return
}

// -----

func.func @window_for_nobody(%x: tensor<?xf32>) {
  // expected-error @+1 {{a window of 65537 elements along axis 0 has more than 65536; reduce the whole axis, or cut it}}
  %y = composite.reduce_window "sum" %x window [65537] strides [1] dilations [1] low [0] high [0] : tensor<?xf32>
  return
}

// -----

func.func @negative_padding(%x: tensor<4xf32>) {
  // expected-error @+1 {{low -1 or high 0 of axis 0 is negative; use prim.slice to leave elements out}}
  %y = composite.reduce_window "sum" %x window [1] strides [1] dilations [1] low [-1] high [0] : tensor<4xf32>
  return
}

// -----

func.func @padding_beyond_all_sizes(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis 0 would have too many elements with its padding}}
  %y = composite.reduce_window "sum" %x window [1] strides [1] dilations [1] low [9223372036854775807] high [0] : tensor<4xf32>
  return
}
