// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @axis_of_pairs(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %y = prim.dft %x axes [1] : tensor<4x2xf32>
  return
}

// -----

func.func @no_pairs(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{the last axis must have size 2; found shape [4, 3]}}
  %y = prim.dft %x axes [0] : tensor<4x3xf32>
  return
}

// -----

func.func @nothing(%x: tensor<0xf32>) {
  // expected-error @+1 {{axis 0 has no numbers to transform; found shape [0]}}
  %y = prim.dft_r2c %x axis 0 : tensor<0xf32>
  return
}

// -----

func.func @no_numbers(%x: tensor<1xcomplex<f32>>) {
  // expected-error @+1 {{axis 0 would have no numbers; found shape [1]}}
  %y = composite.irfft %x axis 0 : tensor<1xcomplex<f32>>
  return
}

// -----

func.func @half_of_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{needs numbers of f32 or f64, but found 'tensor<4xcomplex<f32>>'}}
  %y = composite.rfft %x axis 0 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @half_of_real(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs complex numbers, but found 'tensor<4xf32>'}}
  %y = composite.irfft %x axis 0 : tensor<4xf32>
  return
}

// -----

func.func @parts_of_real(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs complex numbers, but found 'tensor<4xf32>'}}
  %y = composite.real %x : tensor<4xf32>
  return
}

// -----

func.func @complex_of_complex(%x: tensor<4xcomplex<f64>>) {
  // expected-error @+1 {{needs numbers of f32 or f64, but found 'tensor<4xcomplex<f64>>'}}
  %y = composite.complex %x, %x : tensor<4xcomplex<f64>>
  return
}
