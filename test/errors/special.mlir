// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @bessel_below_zero(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.bessel_i' op order -1 is outside [0, 64]}}
  %y = prim.bessel_i %x order -1 : tensor<2xf32>
  return
}

// -----

func.func @scaled_bessel_above_all(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.bessel_ie' op order 65 is outside [0, 64]}}
  %y = prim.bessel_ie %x order 65 : tensor<2xf32>
  return
}

// -----

func.func @erfcx_above_all(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.erfcx' op order 65 is outside [0, 64]}}
  %y = prim.erfcx %x order 65 : tensor<2xf32>
  return
}

// -----

func.func @expn_above_all(%x: tensor<2xf32>) {
  // expected-error @below {{'prim.expn' op order 1001 is outside [0, 1000]}}
  %y = prim.expn %x order 1001 : tensor<2xf32>
  return
}
