// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @value_of_another_type(%x: tensor<3xf32>, %v: tensor<3xf64>) {
  // expected-error @+1 {{'tensor<3xf64>' is no slice of 'tensor<3xf32>': element types and ranks must be the same}}
  %y = composite.slice_assign %x, %v starts [0] limits [3] strides [1] : tensor<3xf32>, tensor<3xf64>
  return
}

// -----

func.func @value_of_another_size(%x: tensor<3xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{the value has another size along axis 0 than the slice}}
  %y = composite.slice_assign %x, %v starts [0] limits [3] strides [1] : tensor<3xf32>, tensor<2xf32>
  return
}

// -----

func.func @slice_beyond_the_end(%x: tensor<3xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{elements 0 to 4 of axis 0 are not a part of the tensor: 0 <= start <= limit <= size is needed}}
  %y = composite.slice_assign %x, %v starts [0] limits [4] strides [1] : tensor<3xf32>, tensor<4xf32>
  return
}

// -----

func.func @no_stride(%x: tensor<3xf32>, %v: tensor<3xf32>) {
  // expected-error @+1 {{start 0 and stride 0 of axis 0: a start must be at least 0 and a stride at least 1}}
  %y = composite.slice_assign %x, %v starts [0] limits [3] strides [0] : tensor<3xf32>, tensor<3xf32>
  return
}
