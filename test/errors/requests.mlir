// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 seed=ones" -split-input-file -verify-diagnostics
// RUN: cotan-opt %s --flow-taylor="wrt=0" -split-input-file -verify-diagnostics
// Rules decline where an operator's highest order ends.

func.func @erfcx(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{'prim.erfcx' has no derivative with {order = 64 : i64}; stop the gradient before it}}
  %y = prim.erfcx %x order 64 : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @bessel_i(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{'prim.bessel_i' has no derivative with {order = 64 : i64}}}
  %y = prim.bessel_i %x order 64 : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @bessel_ie(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{'prim.bessel_ie' has no derivative with {order = 64 : i64}}}
  %y = prim.bessel_ie %x order 64 : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @polygamma(%x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{'prim.polygamma' has no derivative with {order = 1000 : i64}}}
  %y = prim.polygamma %x order 1000 : tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @igamma_grad_a(%a: tensor<2xf64>, %x: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{'prim.igamma_grad_a' has no derivative with {order = 32 : i64}}}
  %y = prim.igamma_grad_a %a, %x order 32 : tensor<2xf64>
  return %y : tensor<2xf64>
}
