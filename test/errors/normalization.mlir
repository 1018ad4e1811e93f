// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @group_norm_of_groups_that_do_not_fit(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{4 channels along axis 1 cannot be cut in 3 groups of the same size}}
  %y = composite.group_norm %x groups 3 axis 1 : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @group_norm_of_the_batch(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{axis 0 is outside [1, 2), the axes of x behind that of the batch}}
  %y = composite.group_norm %x groups 1 axis 0 : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @instance_norm_with_a_long_scale(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4x3xf32> {
  // expected-error @below {{scale is 'tensor<3xf32>', but 'tensor<2x4x3xf32>' needs 'tensor<4xf32>'}}
  %y = composite.instance_norm %x scale %s : tensor<3xf32> axis 1 : tensor<2x4x3xf32>
  return %y : tensor<2x4x3xf32>
}

// -----

func.func @local_response_norm_of_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{size is 0, but must be from 1 to 4096}}
  %y = composite.local_response_norm %x size 0 axis 0 : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @normalize_of_a_negative_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{p is -1.000000e+00, but must not be negative}}
  %y = composite.normalize %x axis 0 {p = -1.0} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @weight_norm_with_a_long_g(%v: tensor<2x4xf32>, %g: tensor<4xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{g is 'tensor<4xf32>', but 'tensor<2x4xf32>' needs 'tensor<2xf32>'}}
  %y = composite.weight_norm %v, %g axis 0 : tensor<2x4xf32>, tensor<4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @spectral_norm_of_other_vectors(%x: tensor<3x2xf32>, %u: tensor<3xf32>) -> tensor<3x2xf32> {
  // expected-error @below {{v must have one element per column of x}}
  %y, %a, %b = composite.spectral_norm %x, %u, %u : tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>
  return %y : tensor<3x2xf32>
}
