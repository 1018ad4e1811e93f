// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @order_below_zero(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.polygamma' op order -1 is outside [0, 1000]}}
  %y = prim.polygamma %x order -1 : tensor<2xf32>
  return
}

// -----

func.func @slope_of_no_order(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.igamma_grad_a' op order 0 is outside [1, 32]}}
  %y = prim.igamma_grad_a %x, %x order 0 : tensor<2xf32>
  return
}
