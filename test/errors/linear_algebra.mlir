// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @cholesky_of_a_vector(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{needs matrices, but found 'tensor<3xf32>', which has fewer than two axes}}
  %l = prim.cholesky %x : tensor<3xf32>
  return %l : tensor<3xf32>
}

// -----

func.func @cholesky_of_a_long_matrix(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{needs square matrices, but found 'tensor<2x3xf32>'}}
  %l = prim.cholesky %x : tensor<2x3xf32>
  return %l : tensor<2x3xf32>
}

// -----

func.func @lu_of_integers(%x: tensor<3x3xi32>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of f16, bf16, f32 or f64}}
  %f, %p = prim.lu %x : tensor<3x3xi32>
  return
}

// -----

func.func @lu_of_a_long_matrix(%x: tensor<4x2x3xf32>) {
  // expected-error @+1 {{needs square matrices, but found 'tensor<4x2x3xf32>'}}
  %f, %p = prim.lu %x : tensor<4x2x3xf32>
  return
}

// -----

func.func @rows_that_differ(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor<3x3xf32>' and 'tensor<4x2xf32>' do not go together; all axes but the last have the same sizes}}
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
  // expected-error @+1 {{the permutation of 'tensor<3x3xf32>' has one number for each row, but found 'tensor<2xi64>'}}
  %x = prim.lu_solve %a, %a, %p, %b : tensor<3x3xf32>, tensor<3x3xf32>, tensor<2xi64>, tensor<3x2xf32>
  return
}

// -----

func.func @eigenvalues_of_a_long_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{needs square matrices, but found 'tensor<2x3xf32>'}}
  %w, %v = prim.eigh %x : tensor<2x3xf32>
  return
}

// -----

func.func @qr_of_a_wide_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{needs at least as many rows as columns, but found 'tensor<2x3xf32>'; transpose it}}
  %q, %r = prim.qr %x : tensor<2x3xf32>
  return
}

// -----

func.func @svd_of_a_wide_matrix(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{needs at least as many rows as columns, but found 'tensor<2x3xf32>'; transpose it}}
  %u, %s, %vt = prim.svd %x : tensor<2x3xf32>
  return
}

// -----

func.func @pinv_of_a_vector(%x: tensor<3xf32>) {
  // expected-error @+1 {{needs matrices, but found 'tensor<3xf32>', which has fewer than two axes}}
  %y = prim.pinv %x rtol 0.0 : tensor<3xf32>
  return
}
