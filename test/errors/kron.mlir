// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @element_types_differ(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+1 {{element types differ: 'tensor<2xf32>' and 'tensor<2xf64>'; cast one of them}}
  %z = composite.kron %x, %y : tensor<2xf32>, tensor<2xf64>
  return
}
