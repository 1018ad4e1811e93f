// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @pad_with_too_few_numbers(%x: tensor<2x2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{low has 1 numbers, but 'tensor<2x2xf32>' has 2 axes; give one per axis}}
  %y = prim.pad %x with %v low [1] high [0, 0] interior [0, 0] : tensor<2x2xf32>
  return
}

// -----

func.func @pad_with_too_many_numbers(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{high has 2 numbers, but 'tensor<2xf32>' has 1 axes; give one per axis}}
  %y = prim.pad %x with %v low [1] high [0, 0] interior [0] : tensor<2xf32>
  return
}

// -----

func.func @pad_of_negative_interior(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{interior -1 of axis 0 is negative; use prim.slice with strides to leave elements out}}
  %y = prim.pad %x with %v low [0] high [0] interior [-1] : tensor<2xf32>
  return
}

// -----

func.func @pad_cuts_too_much(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{low -2 and high -1 cut more than there is from axis 0; found shapes [2] and []}}
  %y = prim.pad %x with %v low [-2] high [-1] interior [0] : tensor<2xf32>
  return
}

// -----

func.func @pad_makes_too_much(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{axis 0 of the result would have too many elements; found shapes [2] and []}}
  %y = prim.pad %x with %v low [9223372036854775807] high [0] interior [0] : tensor<2xf32>
  return
}

// -----

func.func @pad_with_extreme_numbers(%x: tensor<?xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{low 0, high -9223372036854775808 and interior 0 of axis 0 make no tensor that can exist}}
  %y = prim.pad %x with %v low [0] high [-9223372036854775808] interior [0] : tensor<?xf32>
  return
}

// -----

func.func @pad_with_another_type(%x: tensor<2xf32>, %v: tensor<f64>) {
  // expected-error @+1 {{the padding value is 0-d and of the element type of x}}
  %y = "prim.pad"(%x, %v) {low = array<i64: 0>, high = array<i64: 0>, interior = array<i64: 0>}
      : (tensor<2xf32>, tensor<f64>) -> tensor<2xf32>
  return
}
