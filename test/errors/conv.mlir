// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @element_types(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf64>) {
  // expected-error @+1 {{element types differ: 'tensor<1x1x4xf32>' and 'tensor<1x1x2xf64>'; cast one of them first}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<1x1x4xf32>, tensor<1x1x2xf64>
  return
}

// -----

func.func @ranks(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{x is 'tensor<1x1x4xf32>' and the kernel 'tensor<1x1x2x2xf32>'; both need two axes for batch and channels and the same number of spatial axes}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<1x1x4xf32>, tensor<1x1x2x2xf32>
  return
}

// -----

func.func @too_few_axes(%x: tensor<4xf32>, %k: tensor<2xf32>) {
  // expected-error @+1 {{both need two axes for batch and channels}}
  %y = prim.conv %x, %k strides [] low [] high [] : tensor<4xf32>, tensor<2xf32>
  return
}

// -----

func.func @number_of_strides(%x: tensor<1x1x4x4xf32>, %k: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{strides has 1 numbers, but there are 2 spatial axes; give one per axis}}
  %y = prim.conv %x, %k strides [1] low [0, 0] high [0, 0] : tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>
  return
}

// -----

func.func @number_of_low(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{low has 2 numbers, but there are 1 spatial axes; give one per axis}}
  %y = prim.conv %x, %k strides [1] low [0, 0] high [0] : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}

// -----

func.func @number_of_dilations(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{rhs_dilation has 2 numbers, but there are 1 spatial axes; give one per axis}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] rhs_dilation [1, 1] : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}

// -----

func.func @stride_of_zero(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{strides 0 must be positive}}
  %y = prim.conv %x, %k strides [0] low [0] high [0] : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}

// -----

func.func @negative_dilation(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{lhs_dilation -1 must be positive}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] lhs_dilation [-1] : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{group counts 0 and 1 must be positive}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 0 : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}

// -----

func.func @too_many_groups(%x: tensor<?x?x4xf32>, %k: tensor<?x1x2xf32>) {
  // expected-error @+1 {{group counts 9218868437227405312 and 1 must not be more than 2147483647}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 9218868437227405312 : tensor<?x?x4xf32>, tensor<?x1x2xf32>
  return
}

// -----

func.func @both_groups(%x: tensor<2x2x4xf32>, %k: tensor<2x1x2xf32>) {
  // expected-error @+1 {{feature_group_count and batch_group_count are both more than 1; one of them must be 1}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 2 batch_group_count 2 : tensor<2x2x4xf32>, tensor<2x1x2xf32>
  return
}

// -----

func.func @channels(%x: tensor<1x4x4xf32>, %k: tensor<2x4x2xf32>) {
  // expected-error @+1 {{x does not have the channels that the kernel takes in each of 2 feature groups; found shapes [1, 4, 4] and [2, 4, 2]}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 2 : tensor<1x4x4xf32>, tensor<2x4x2xf32>
  return
}

// -----

func.func @output_channels(%x: tensor<1x4x4xf32>, %k: tensor<3x2x2xf32>) {
  // expected-error @+1 {{the output channels cannot be cut into 2 groups of one size; found shapes [1, 4, 4] and [3, 2, 2]}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] feature_group_count 2 : tensor<1x4x4xf32>, tensor<3x2x2xf32>
  return
}

// -----

func.func @batch(%x: tensor<3x1x4xf32>, %k: tensor<2x1x2xf32>) {
  // expected-error @+1 {{the batch cannot be cut into 2 groups of one size; found shapes [3, 1, 4] and [2, 1, 2]}}
  %y = prim.conv %x, %k strides [1] low [0] high [0] batch_group_count 2 : tensor<3x1x4xf32>, tensor<2x1x2xf32>
  return
}

// -----

func.func @length_of_padding(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>, %p: tensor<3xi64>) {
  // expected-error @+1 {{padding must have 2 numbers: a low and a high one per spatial axis; found shapes [1, 1, 4] and [1, 1, 2] and [3]}}
  %y = prim.conv %x, %k padding %p strides [1] low [0] high [0] : tensor<1x1x4xf32>, tensor<1x1x2xf32>, tensor<3xi64>
  return
}

// -----

func.func @too_large(%x: tensor<1x1x4xf32>, %k: tensor<1x1x2xf32>) {
  // expected-error @+1 {{spatial axis 0 is too large once dilated and padded; found shapes [1, 1, 4] and [1, 1, 2]}}
  %y = prim.conv %x, %k strides [1] low [9223372036854775807] high [0] : tensor<1x1x4xf32>, tensor<1x1x2xf32>
  return
}
