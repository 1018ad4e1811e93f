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

// -----

// The rule does not say what flows to what its functions read from outside.
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %c = prim.sin %x : tensor<f64>
  // expected-error @+1 {{the functions of this custom rule read a 'tensor<f64>' from outside that the derivative depends on, and the rule does not say how; pass it to the function as an argument}}
  %y = flow.custom_call @sum(%x, %c) forward @ahead reverse @back {captured = 1} : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @sum(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64>
func.func private @ahead(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64>
func.func private @back(%dy: tensor<f64>) -> (tensor<f64>, tensor<f64>)
