// RUN: cotan-opt %s -split-input-file -verify-diagnostics --pass-pipeline="builtin.module(func.func(batch{arguments=0,1}))"

// expected-error @below {{has no argument #1; it has 1 arguments}}
func.func @missing_argument(%x: tensor<f64>) {
  return
}

// -----

// expected-error @below {{argument #1 is '!flow.stack', which cannot differ between lanes; only tensors can}}
func.func @stack_argument(%x: tensor<f64>, %s: !flow.stack) {
  return
}

// -----

// expected-error @below {{has unstructured control flow; lift it first (--lift-cf)}}
func.func @blocks(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  cf.br ^end
^end:
  return %x : tensor<f64>
}

// -----

func.func private @callee(%x: tensor<f64>) -> tensor<f64>

func.func @calls(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @below {{'func.call' cannot be batched: it is no operator on tensors; inline calls first (--inline)}}
  %z = func.call @callee(%x) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
