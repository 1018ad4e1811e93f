// RUN: cotan-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(batch{arguments=0 size=2 axis-name=i})"

func.func @no_such_axis(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = composite.all_gather %x over "i" axis 2 : tensor<4xf32> -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

func.func @no_axis_to_exchange(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{axis 1 is outside [0, 1)}}
  %y = composite.all_to_all %x over "i" axis 1 : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @other_sizes(%x: tensor<4xf32>) -> tensor<3x5xf32> {
  // expected-error @below {{has 'tensor<4xf32>' in each lane, and 'tensor<3x5xf32>' of all of them, which must be the same but for axis 0}}
  %y = composite.all_gather %x over "i" axis 0 : tensor<4xf32> -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}

// -----

func.func @other_sizes_of_a_part(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  // expected-error @below {{has 'tensor<3xf32>' in each lane, and 'tensor<3x4xf32>' of all of them, which must be the same but for axis 0}}
  %y = composite.psum_scatter %x over "i" axis 0 : tensor<3x4xf32> -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @no_such_lane(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{source 2 is outside [-1, 2)}}
  %y = composite.ppermute %x over "i" sources [0, 2] : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @one_source_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{lane 0 is the source of several; it may be of one}}
  %y = composite.ppermute %x over "i" sources [0, 0] : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @other_number_of_lanes(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error @below {{is of 3 lanes along 'i', but the batch has 2}}
  %y = composite.all_gather %x over "i" axis 0 : tensor<4xf32> -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

func.func @open_number_of_lanes(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // expected-error @below {{is of an open number of lanes along 'i', but the batch has 2}}
  %y = composite.all_to_all %x over "i" axis 0 : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
