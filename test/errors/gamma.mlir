// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @order_below_zero(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.polygamma' op order -1 is outside [0, 1000]}}
  %y = prim.polygamma %x order -1 : tensor<2xf32>
  return
}
