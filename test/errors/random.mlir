// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @open_sizes_without_shape(%k: tensor<2xui32>) {
  // expected-error @below {{'prim.random_uniform' op result 'tensor<?xf32>' has open sizes; add 'to %shape' with one size per axis}}
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
