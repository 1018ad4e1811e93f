// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @slice_beyond_the_end(%x: tensor<4xf32>) {
  // expected-error @+1 {{elements 1 to 5 of axis 0 are not a part of the tensor: 0 <= start <= limit <= size is needed; found shape [4]}}
  %y = prim.slice %x starts [1] limits [5] strides [1] : tensor<4xf32>
  return
}

// -----

func.func @slice_from_below(%x: tensor<4xf32>) {
  // expected-error @+1 {{start -1 of axis 0 is negative}}
  %y = prim.slice %x starts [-1] limits [3] strides [1] : tensor<4xf32>
  return
}

// -----

func.func @slice_backwards(%x: tensor<?xf32>) {
  // expected-error @+1 {{elements 3 to 1 of axis 0 are not a part of the tensor: 0 <= start <= limit <= size is needed; found shape [?]}}
  %y = prim.slice %x starts [3] limits [1] strides [1] : tensor<?xf32>
  return
}

// -----

func.func @slice_from_below_to_the_end(%x: tensor<?xf32>) {
  // expected-error @+1 {{start -3 of axis 0 is negative}}
  %y = prim.slice %x starts [-3] limits [?] strides [1] : tensor<?xf32>
  return
}

// -----

func.func @slice_with_a_stride_of_zero(%x: tensor<4xf32>) {
  // expected-error @+1 {{stride 0 of axis 0 must be positive; use prim.flip to go backwards}}
  %y = prim.slice %x starts [0] limits [4] strides [0] : tensor<4xf32>
  return
}

// -----

func.func @slice_of_another_rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{strides has 2 numbers, but 'tensor<4xf32>' has 1 axes; give one per axis}}
  %y = prim.slice %x starts [0] limits [4] strides [1, 1] : tensor<4xf32>
  return
}

// -----

func.func @slice_without_limits(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '['}}
  %y = prim.slice %x starts [0] limits 4 strides [1] : tensor<4xf32>
  return
}

// -----

func.func @block_of_another_element_type(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'tensor<2xf64>' is no block of 'tensor<4xf32>': element types and ranks must be the same}}
  %y = prim.dynamic_slice %x at %i : tensor<4xf32>, tensor<1xi64> -> tensor<2xf64>
  return
}

// -----

func.func @block_too_large(%x: tensor<2x4xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'prim.dynamic_slice' op the block does not fit along axis 1; found shapes [2, 4] and [2]; the result is 'tensor<2x5xf32>'}}
  %y = prim.dynamic_slice %x at %i : tensor<2x4xf32>, tensor<2xi64> -> tensor<2x5xf32>
  return
}

// -----

func.func @start_of_another_rank(%x: tensor<2x4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'prim.dynamic_slice' op start must have one number per axis; found shapes [2, 4] and [1]; the result is 'tensor<2x2xf32>'}}
  %y = prim.dynamic_slice %x at %i : tensor<2x4xf32>, tensor<1xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @block_of_open_size(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'prim.dynamic_slice' op the result has open sizes; add 'to %shape' with one size per axis; found shapes [4] and [1]; the result is 'tensor<?xf32>'}}
  %y = prim.dynamic_slice %x at %i : tensor<4xf32>, tensor<1xi64> -> tensor<?xf32>
  return
}

// -----

func.func @update_too_large(%x: tensor<2xf32>, %i: tensor<1xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'prim.dynamic_update_slice' op the block does not fit along axis 0; found shapes [2] and [1] and [3]; the result is 'tensor<2xf32>'}}
  %y = prim.dynamic_update_slice %x at %i update %u : tensor<2xf32>, tensor<1xi64>, tensor<3xf32>
  return
}

// -----

func.func @update_of_another_rank(%x: tensor<2xf32>, %i: tensor<1xi64>, %u: tensor<f32>) {
  // expected-error @+1 {{'tensor<f32>' is no block of 'tensor<2xf32>': element types and ranks must be the same}}
  %y = prim.dynamic_update_slice %x at %i update %u : tensor<2xf32>, tensor<1xi64>, tensor<f32>
  return
}
