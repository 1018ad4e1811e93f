// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @width_changes(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.bitcast' op needs element types of one width, but 'f32' has 32 bits and 'i64' has 64; use prim.cast to convert values}}
  %y = prim.bitcast %x : tensor<2xf32> -> tensor<2xi64>
  return
}

// -----

func.func @shape_changes(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.bitcast' op changes the shape from 'tensor<2xf32>' to 'tensor<3xi32>'}}
  %y = prim.bitcast %x : tensor<2xf32> -> tensor<3xi32>
  return
}
