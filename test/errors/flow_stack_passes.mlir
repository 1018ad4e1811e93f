// RUN: cotan-opt %s --flow-prune-stacks -split-input-file -verify-diagnostics
// RUN: cotan-opt %s --flow-remove-backward -split-input-file -verify-diagnostics
// What has a body of blocks must be lifted before code is taken out of it.

// expected-error @+1 {{'blocks' has unstructured control flow; lift it first (--lift-cf)}}
func.func @blocks(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.tanh %x : tensor<f64>
  cf.br ^end
^end:
  return %y : tensor<f64>
}

// -----

// Without a body there is nothing to do.
func.func private @external(%x: tensor<f64>) -> tensor<f64>
