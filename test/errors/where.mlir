// RUN: cotan-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{prior use here}}
func.func @condition_of_other_shape(%c: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{use of value '%c' expects different type than prior uses: 'tensor<2xi1>' vs 'tensor<3xi1>'}}
  %y = prim.where %c, %x, %x : tensor<2xf32>
  return
}
