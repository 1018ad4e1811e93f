// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_that_is_not_there(%x: tensor<2x3xf32>) {
  // expected-error @below {{axis 2 is outside [0, 2)}}
  %y = prim.sum %x axes [2] : tensor<2x3xf32>
  return
}

// -----

func.func @axis_of_a_scalar(%x: tensor<f32>) {
  // expected-error @below {{axis 0 is outside [0, 0)}}
  %y = prim.max %x axes [0] : tensor<f32>
  return
}

// -----

func.func @axes_out_of_order(%x: tensor<2x3xf32>) {
  // expected-error @below {{axes must increase, but 0 follows 1}}
  %y = prim.prod %x axes [1, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @axis_named_twice(%x: tensor<2x3xi1>) {
  // expected-error @below {{axes must increase, but 1 follows 1}}
  %y = prim.any %x axes [1, 1] : tensor<2x3xi1>
  return
}

// -----

func.func @sum_of_booleans(%x: tensor<2xi1>) {
  // expected-error @below {{operand #0 must be ranked tensor of float, integer or complex values}}
  %y = prim.sum %x axes [0] : tensor<2xi1>
  return
}

// -----

func.func @any_of_numbers(%x: tensor<2xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of 1-bit signless integer values}}
  %y = prim.any %x axes [0] : tensor<2xf32>
  return
}
