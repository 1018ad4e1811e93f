// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @open_sizes_without_shape(%k: tensor<2xui32>) {
  // expected-error @below {{'prim.random_uniform' op the result has open sizes; add 'to %shape' with one size per axis; found shape [2]; the result is 'tensor<?xf32>'}}
  %y = prim.random_uniform %k -> tensor<?xf32>
  return
}

// -----

func.func @bits_are_unsigned(%k: tensor<2xui32>) {
  // expected-error @below {{result #0 must be ranked tensor of 8-bit unsigned integer or 16-bit unsigned integer or 32-bit unsigned integer or 64-bit unsigned integer values}}
  %y = prim.random_bits %k -> tensor<2xi32>
  return
}

// -----

func.func @keys_are_pairs(%k: tensor<2xui32>) {
  // expected-error @below {{'prim.split_key' op result 'tensor<3xui32>' is not a list of keys; expected tensor<nx2xui32>}}
  %y = prim.split_key %k -> tensor<3xui32>
  return
}

// -----

func.func @one_row_per_key(%k: tensor<3x2xui32>) {
  // expected-error @below {{'prim.random_uniform' op 'tensor<4x5xf32>' must begin with the axes that count the keys, 'tensor<3x2xui32>'}}
  %y = prim.random_uniform %k of tensor<3x2xui32> -> tensor<4x5xf32>
  return
}

// -----

func.func @one_number_per_key(%k: tensor<3x2xui32>, %n: tensor<4xi64>) {
  // expected-error @below {{'prim.fold_in' op 'tensor<4xi64>' must have one number per key of 'tensor<3x2xui32>'}}
  %y = prim.fold_in %k of tensor<3x2xui32>, %n : tensor<4xi64>
  return
}
