// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @concat_of_element_types(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+1 {{cannot join 'tensor<2xf32>' and 'tensor<2xf64>': element types and ranks must be the same}}
  %z = prim.concat %x, %y axis 0 : tensor<2xf32>, tensor<2xf64>
  return
}

// -----

func.func @concat_of_ranks(%x: tensor<2xf32>, %y: tensor<2x2xf32>) {
  // expected-error @+1 {{cannot join 'tensor<2xf32>' and 'tensor<2x2xf32>': element types and ranks must be the same}}
  %z = prim.concat %x, %y axis 0 : tensor<2xf32>, tensor<2x2xf32>
  return
}

// -----

func.func @concat_of_sizes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{operands 0 and 1 cannot be joined along axis 0: the sizes of axis 1 differ; found shapes [2, 3] and [2, 4]}}
  %z = prim.concat %x, %y axis 0 : tensor<2x3xf32>, tensor<2x4xf32>
  return
}

// -----

func.func @concat_of_scalars(%x: tensor<f32>) {
  // expected-error @+1 {{axis 0 is outside [0, 0)}}
  %z = prim.concat %x, %x axis 0 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @concat_along_a_negative_axis(%x: tensor<2xf32>) {
  // expected-error @+1 {{axis -1 is outside [0, 1)}}
  %z = prim.concat %x, %x axis -1 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error @+2 {{nothing to join; give at least one tensor}}
  // expected-error @+1 {{op failed to infer returned types}}
  %z = "prim.concat"() {axis = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

func.func @concat_to_what_cannot_exist(%x: tensor<9223372036854775807xi8>) {
  // expected-error @+1 {{axis 0 of the result would have too many elements; found shapes [9223372036854775807] and [9223372036854775807]}}
  %z = prim.concat %x, %x axis 0 : tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>
  return
}

// -----

func.func @concat_to_another_type(%x: tensor<2xf32>) {
  // expected-error @+2 {{op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error @+1 {{op failed to infer returned types}}
  %z = "prim.concat"(%x, %x) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @split_of_too_much(%x: tensor<4xf32>) {
  // expected-error @+1 {{the sizes of the pieces must add up to that of axis 0; found shape [4]}}
  %a, %b = prim.split %x axis 0 sizes [3, 2] : tensor<4xf32>
  return
}

// -----

func.func @split_of_too_little(%x: tensor<4xf32>) {
  // expected-error @+1 {{the sizes of the pieces must add up to that of axis 0; found shape [4]}}
  %a, %b = prim.split %x axis 0 sizes [1, 2] : tensor<4xf32>
  return
}

// -----

func.func @split_into_negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{a piece of size -1; sizes must not be negative}}
  %a, %b = prim.split %x axis 0 sizes [-1, 5] : tensor<4xf32>
  return
}

// -----

func.func @split_into_nothing(%x: tensor<0xf32>) {
  // expected-error @+2 {{sizes is empty; give the size of at least one piece}}
  // expected-error @+1 {{op failed to infer returned types}}
  "prim.split"(%x) {axis = 0 : i64, sizes = array<i64>} : (tensor<0xf32>) -> ()
  return
}

// -----

func.func @split_along_no_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %a = prim.split %x axis 1 sizes [4] : tensor<4xf32>
  return
}
