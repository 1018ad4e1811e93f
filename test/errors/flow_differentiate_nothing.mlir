// RUN: cotan-opt %s --flow-differentiate="wrt=0" -verify-diagnostics

// expected-error @+1 {{no result to differentiate is given}}
func.func @no_result_is_asked_for(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
