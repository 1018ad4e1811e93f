// RUN: cotan-opt %s --flow-differentiate="entry=main wrt=0 of=0" -split-input-file -verify-diagnostics
// The functions of a rule that cannot be put where the derivative needs them.

func.func @main(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{the call of 'blocks' cannot be inlined: it has unstructured control flow; lift it first (--lift-cf)}}
  %y = flow.custom_call @same(%x) forward @same reverse @blocks : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @blocks(%x: tensor<f64>) -> tensor<f64> {
  cf.br ^end
^end:
  return %x : tensor<f64>
}

// -----

func.func @main(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{the call of 'elsewhere' cannot be inlined: it has no body}}
  %y = flow.custom_call @elsewhere(%x) forward @elsewhere reverse @elsewhere : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @elsewhere(%x: tensor<f64>) -> tensor<f64>

// -----

// At the next order the forward function's ops are needed.
func.func @main(%x: tensor<f64>) -> (tensor<f64> {flow.order = 1 : i64}) {
  // expected-error @+1 {{the call of 'elsewhere' cannot be inlined: it has no body}}
  %y = flow.custom_call @elsewhere(%x) forward @elsewhere reverse @elsewhere {order = 1} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @elsewhere(%x: tensor<f64>) -> tensor<f64>

// -----

// The function that runs is not needed for it.
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %y = flow.custom_call @elsewhere(%x) forward @same reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @elsewhere(%x: tensor<f64>) -> tensor<f64>
func.func private @same(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
