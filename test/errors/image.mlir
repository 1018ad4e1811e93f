// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @pixels_of_few_axes(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{x has 2 axes, but at least 3 are needed: height, width and channels}}
  %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<2x4xf32>
  return
}

// -----

func.func @pixels_of_no_factor(%x: tensor<2x2x4xf32>) {
  // expected-error @+1 {{upscale_factor is 0, but must be from 1 to 2147483647}}
  %y = composite.pixel_shuffle %x upscale_factor 0 : tensor<2x2x4xf32>
  return
}

// -----

func.func @pixels_of_few_channels(%x: tensor<2x2x6xf32>) {
  // expected-error @+1 {{the number of channels, the last size, must be a multiple of 4}}
  %y = composite.pixel_shuffle %x upscale_factor 2 : tensor<2x2x6xf32>
  return
}

// -----

func.func @pixels_that_are_left(%x: tensor<3x2x1xf32>) {
  // expected-error @+1 {{the size of axis 0 must be a multiple of 2}}
  %y = composite.pixel_unshuffle %x downscale_factor 2 : tensor<3x2x1xf32>
  return
}

// -----

func.func @groups_of_channels(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{the number of channels, the last size, must be a multiple of 3}}
  %y = composite.channel_shuffle %x groups 3 : tensor<2x4xf32>
  return
}

// -----

func.func @window_of_too_many_axes(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{a window of 2 axes does not fit in x of 2 axes, of which the last one holds channels}}
  %y = composite.unfold %x window [2, 2] strides [1, 1] dilations [1, 1] low [0, 0] high [0, 0] : tensor<4x2xf32>
  return
}

// -----

func.func @window_too_large(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{a window that spans 5 elements does not fit along axis 0}}
  %y = composite.unfold %x window [3] strides [1] dilations [2] low [0] high [0] : tensor<4x2xf32>
  return
}

// -----

func.func @windows_of_other_numbers(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{strides has 2 numbers, but the window has 1; give one per spatial axis}}
  %y = composite.unfold %x window [3] strides [1, 1] dilations [1] low [0] high [0] : tensor<4x2xf32>
  return
}

// -----

func.func @windows_that_stand(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{strides holds 0, but must be from 1 to 2305843009213693952}}
  %y = composite.unfold %x window [3] strides [0] dilations [1] low [0] high [0] : tensor<4x2xf32>
  return
}

// -----

func.func @window_beyond_all_sizes(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{a window of 4611686018427387 elements, 4611686018427387 apart, spans more than any tensor has}}
  %y = composite.unfold %x window [4611686018427387] strides [1] dilations [4611686018427387] low [0] high [0] : tensor<4x2xf32>
  return
}

// -----

func.func @fold_of_few_windows(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{there are not as many windows, along axis 0, as lie in these sizes}}
  %y = composite.fold %x sizes [4] window [2] strides [1] dilations [1] low [0] high [0] : tensor<2x4xf32>
  return
}

// -----

func.func @fold_of_few_elements(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{the last size must be a multiple of the elements of a window}}
  %y = composite.fold %x sizes [4] window [2] strides [1] dilations [1] low [0] high [0] : tensor<3x3xf32>
  return
}

// -----

func.func @another_mode(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{mode is "lanczos", but expected "nearest", "nearest-exact", "linear", "cubic" or "area"}}
  %y = composite.interpolate "lanczos" %x sizes [2] : tensor<3x1xf32>
  return
}

// -----

func.func @corners_of_nearest(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{align_corners has no meaning for "nearest"; it is for "linear" and "cubic"}}
  %y = composite.interpolate "nearest" %x sizes [2] align_corners : tensor<3x1xf32>
  return
}

// -----

func.func @fractions_of_integers(%x: tensor<3x1xi32>) {
  // expected-error @+1 {{"linear" of 'i32' has fractions; cast it to floats}}
  %y = composite.interpolate "linear" %x sizes [2] : tensor<3x1xi32>
  return
}

// -----

func.func @sizes_of_no_scale(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{the size of axis 0 is to be found by a scale, but none is given}}
  %y = composite.interpolate "linear" %x sizes [?] : tensor<3x1xf32>
  return
}

// -----

func.func @scale_of_open_size(%x: tensor<?x1xf32>) {
  // expected-error @+1 {{the size of axis 0 is open, and 1.000000e-01 is no fraction of 2^20; give the sizes of the result}}
  %y = composite.interpolate "linear" %x sizes [?] scale 0.1 : tensor<?x1xf32>
  return
}

// -----

func.func @scale_to_nothing(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{axis 0 times the scale is no size of a tensor}}
  %y = composite.interpolate "linear" %x sizes [?] scale 0.125 : tensor<3x1xf32>
  return
}

// -----

func.func @no_scale(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{scale is -1.000000e+00, but must be positive and finite}}
  %y = composite.interpolate "linear" %x sizes [?] scale -1.0 : tensor<3x1xf32>
  return
}

// -----

func.func @size_of_nothing(%x: tensor<3x1xf32>) {
  // expected-error @+1 {{size 0 of the result must be at least 1}}
  %y = composite.interpolate "linear" %x sizes [0] : tensor<3x1xf32>
  return
}

// -----

func.func @image_of_nothing(%x: tensor<0x1xf32>) {
  // expected-error @+1 {{axis 0 has no elements}}
  %y = composite.interpolate "linear" %x sizes [2] : tensor<0x1xf32>
  return
}

// -----

func.func @theta_of_other_sizes(%t: tensor<2x2xf32>) {
  // expected-error @+1 {{theta must have 2 rows and 3 columns, as there are 2 sizes}}
  %g = composite.affine_grid %t size [2, 2] : tensor<2x2xf32>
  return
}

// -----

func.func @grid_of_unknown_axes(%x: tensor<2x2x1xf32>, %g: tensor<2x2x?xf32>) {
  // expected-error @+1 {{the last size of the grid, 'tensor<2x2x?xf32>', must be known, and 1, 2 or 3: the coordinates of a place}}
  %y = composite.grid_sample %x, %g : tensor<2x2x1xf32>, tensor<2x2x?xf32>
  return
}

// -----

func.func @grid_of_other_rank(%x: tensor<2x2x1xf32>, %g: tensor<2x2xf32>) {
  // expected-error @+1 {{both need the same batch, 2 spatial axes, and one more}}
  %y = composite.grid_sample %x, %g : tensor<2x2x1xf32>, tensor<2x2xf32>
  return
}

// -----

func.func @grid_of_other_padding(%x: tensor<2x2x1xf32>, %g: tensor<2x2x2xf32>) {
  // expected-error @+1 {{padding_mode is "wrap", but expected "zeros", "border" or "reflection"}}
  %y = composite.grid_sample %x, %g padding_mode "wrap" : tensor<2x2x1xf32>, tensor<2x2x2xf32>
  return
}

// -----

func.func @grid_of_other_batch(%x: tensor<3x2x2x1xf32>, %g: tensor<2x2x2x2xf32>) {
  // expected-error @+1 {{x and the grid do not have the same size along axis 0}}
  %y = composite.grid_sample %x, %g : tensor<3x2x2x1xf32>, tensor<2x2x2x2xf32>
  return
}

// -----

func.func @pool_of_padding_alone(%x: tensor<4x1xf32>) {
  // expected-error @+1 {{a padding of 2 leaves windows of 2 elements without any of x; it must be less than the window}}
  %y, %i = composite.max_pool_with_indices %x window [2] strides [1] low [2] high [0] : tensor<4x1xf32>
  return
}

// -----

func.func @fractional_window_too_large(%x: tensor<4x1xf32>, %u: tensor<1x1xf32>) {
  // expected-error @+1 {{a window of 5 elements does not fit along axis 0}}
  %y, %i = composite.fractional_max_pool %x, %u window [5] sizes [2] : tensor<4x1xf32>, tensor<1x1xf32>
  return
}

// -----

func.func @samples_of_other_channels(%x: tensor<4x1xf32>, %u: tensor<2x1xf32>) {
  // expected-error @+1 {{samples are not those of as many channels}}
  %y, %i = composite.fractional_max_pool %x, %u window [2] sizes [2] : tensor<4x1xf32>, tensor<2x1xf32>
  return
}

// -----

func.func @norm_of_no_order(%x: tensor<4x1xf32>) {
  // expected-error @+1 {{p is 0.000000e+00, but must be positive}}
  %y = composite.lp_pool %x p 0.0 window [2] strides [1] low [0] high [0] : tensor<4x1xf32>
  return
}

// -----

func.func @transposed_channels(%x: tensor<1x3x4xf32>, %k: tensor<2x1x2xf32>) {
  // expected-error @+1 {{x does not have as many channels as the kernel takes}}
  %y = composite.conv_transpose %x, %k strides [1] low [0] high [0] output_padding [0] dilations [1] groups 1
      : tensor<1x3x4xf32>, tensor<2x1x2xf32>
  return
}

// -----

func.func @transposed_output_padding(%x: tensor<1x2x4xf32>, %k: tensor<2x1x2xf32>) {
  // expected-error @+1 {{output_padding 2 of spatial axis 0 must be less than its stride or its dilation}}
  %y = composite.conv_transpose %x, %k strides [2] low [0] high [0] output_padding [2] dilations [1] groups 1
      : tensor<1x2x4xf32>, tensor<2x1x2xf32>
  return
}
