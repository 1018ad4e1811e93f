// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @sparse_elements() {
  // expected-error @below {{value must be written out as dense<...>; other forms of elements are not read}}
  %x = prim.constant sparse<0, 1.0> : tensor<2xf64>
  return
}
