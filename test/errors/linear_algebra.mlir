// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @cholesky_of_a_vector(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{needs matrices, but found 'tensor<3xf32>', which has fewer than two axes}}
  %l = prim.cholesky %x : tensor<3xf32>
  return %l : tensor<3xf32>
}

// -----

func.func @cholesky_of_a_long_matrix(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{'prim.cholesky' op the matrices are not square; found shape [2, 3]; the result is 'tensor<2x3xf32>'}}
  %l = prim.cholesky %x : tensor<2x3xf32>
  return %l : tensor<2x3xf32>
}

// -----

func.func @lu_of_integers(%x: tensor<3x3xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of float or complex values}}
  %f, %p = prim.lu %x : tensor<3x3xi32>
  return
}

// -----

func.func @lu_of_a_long_matrix(%x: tensor<4x2x3xf32>) {
  // expected-error @+1 {{the matrices are not square; found shape [4, 2, 3]}}
  %f, %p = prim.lu %x : tensor<4x2x3xf32>
  return
}

// -----

func.func @rows_that_differ(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{the shapes do not go together: axis 0 of the matrices and of the right sides differ; found shapes [3, 3] and [4, 2]}}
  %x = prim.triangular_solve %a, %b : tensor<3x3xf32>, tensor<4x2xf32>
  return
}

// -----

func.func @right_side_without_batches(%a: tensor<5x3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{'tensor<5x3x3xf32>' and 'tensor<3x2xf32>' do not go together}}
  %x = prim.triangular_solve %a, %b {lower} : tensor<5x3x3xf32>, tensor<3x2xf32>
  return
}

// -----

func.func @element_types_that_differ(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  // expected-error @+1 {{element types differ: 'tensor<3x3xf32>' and 'tensor<3x2xf64>'; cast one of them first}}
  %x = prim.triangular_solve %a, %b : tensor<3x3xf32>, tensor<3x2xf64>
  return
}

// -----

func.func @too_short_a_permutation(%a: tensor<3x3xf32>, %p: tensor<2xi64>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{the permutation does not have one number for each row of the factors; found shapes [3, 3] and [3, 3] and [2] and [3, 2]}}
  %x = prim.lu_solve %a, %a, %p, %b : tensor<3x3xf32>, tensor<3x3xf32>, tensor<2xi64>, tensor<3x2xf32>
  return
}

// -----

func.func @eigenvalues_of_a_long_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{the matrices are not square; found shape [2, 3]}}
  %w, %v = prim.eigh %x : tensor<2x3xf32>
  return
}

// -----

func.func @eigenvalues_of_a_long_complex_matrix(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{the matrices are not square; found shape [2, 3]}}
  %w, %v = prim.eig %x : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @schur_form_of_a_vector(%x: tensor<3xf32>) {
  // expected-error @+1 {{needs matrices, but found 'tensor<3xf32>', which has fewer than two axes}}
  %t, %z = prim.real_schur %x : tensor<3xf32>
  return
}

// -----

func.func @sylvester_of_sizes_that_differ(%a: tensor<3x3xf32>, %b: tensor<2x2xf32>, %c: tensor<2x3xf32>) {
  // expected-error @+1 {{the right sides need as many rows as a, as many columns as b, and the same axes before}}
  %x = prim.sylvester %a, %b, %c : tensor<3x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>
  return
}

// -----

func.func @qr_of_a_wide_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{there are fewer rows than columns; transpose the matrices; found shape [2, 3]}}
  %q, %r = prim.qr %x : tensor<2x3xf32>
  return
}

// -----

func.func @svd_of_a_wide_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{there are fewer rows than columns; transpose the matrices; found shape [2, 3]}}
  %u, %s, %vt = prim.svd %x : tensor<2x3xf32>
  return
}

// -----

func.func @pinv_of_a_vector(%x: tensor<3xf32>) {
  // expected-error @+1 {{needs matrices, but found 'tensor<3xf32>', which has fewer than two axes}}
  %y = prim.pinv %x rtol 0.0 : tensor<3xf32>
  return
}
