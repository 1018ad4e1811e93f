// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @unknown_approximation(%x: tensor<2xf32>) {
  // expected-error @below {{'composite.gelu' op approximate is 'fast'; expected 'none' or 'tanh'}}
  %y = composite.gelu %x {approximate = "fast"} : tensor<2xf32>
  return
}
