// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @expand_to_fewer_axes(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{cannot expand 'tensor<2x3xf32>' to 1 sizes; give at least one for each axis}}
  %y = composite.expand %x sizes [3] : tensor<2x3xf32>
  return
}

// -----

func.func @expand_an_axis_that_is_not_there(%x: tensor<3xf32>) {
  // expected-error @+1 {{size -1 of axis 0: x has no such axis, of which the size could be kept}}
  %y = composite.expand %x sizes [-1, 3] : tensor<3xf32>
  return
}

// -----

func.func @expand_to_a_negative_size(%x: tensor<3xf32>) {
  // expected-error @+1 {{size -2 of axis 0 is negative}}
  %y = composite.expand %x sizes [-2] : tensor<3xf32>
  return
}

// -----

func.func @expand_to_another_size(%x: tensor<3xf32>) {
  // expected-error @+1 {{the size of axis 0 is neither 1 nor 4}}
  %y = composite.expand %x sizes [4] : tensor<3xf32>
  return
}

// -----

func.func @tile_fewer_than_no_times(%x: tensor<3xf32>) {
  // expected-error @+1 {{cannot repeat -1 times; give a number that is at least 0}}
  %y = composite.tile %x repeats [-1] : tensor<3xf32>
  return
}

// -----

func.func @repeat_along_no_axis(%x: tensor<3xf32>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %y = composite.repeat_interleave %x repeats 2 axis 1 : tensor<3xf32>
  return
}
