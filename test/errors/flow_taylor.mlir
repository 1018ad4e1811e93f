// RUN: cotan-opt %s --flow-taylor="wrt=0" -split-input-file -verify-diagnostics
// What forward mode refuses.

// expected-error @+1 {{'external' has no body to differentiate}}
func.func private @external(%x: tensor<f64>) -> tensor<f64>

// -----

// expected-error @+1 {{'blocks' has unstructured control flow; lift it first (--lift-cf)}}
func.func @blocks(%x: tensor<f64>) -> tensor<f64> {
  cf.br ^end
^end:
  return %x : tensor<f64>
}

// -----

// expected-error @+1 {{'no_arguments' has no argument #0; it has 0 arguments}}
func.func @no_arguments() -> tensor<f64> {
  %x = prim.constant dense<1.0> : tensor<f64>
  return %x : tensor<f64>
}

// -----

// expected-error @+1 {{argument #0 is 'tensor<i64>', which cannot carry a derivative; only tensors of floats can}}
func.func @integer_argument(%n: tensor<i64>) -> tensor<f64> {
  %x = prim.cast %n : tensor<i64> -> tensor<f64>
  return %x : tensor<f64>
}

// -----

func.func @scan(%x: tensor<f64>, %xs: tensor<3xf64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.scan' has no derivative rule, but a derivative must flow through it; lower it first (--lower-scan)}}
  %y = flow.scan carry(%x) over(%xs) : (tensor<f64>, tensor<3xf64>) -> tensor<f64>
  body(%a: tensor<f64>, %b: tensor<f64>) {
    %c = prim.mul %a, %b : tensor<f64>
    flow.yield %c : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

// What only the body reads counts too.
func.func @scan_that_captures(%x: tensor<f64>, %zero: tensor<f64>, %xs: tensor<3xf64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.scan' has no derivative rule}}
  %y = flow.scan carry(%zero) over(%xs) : (tensor<f64>, tensor<3xf64>) -> tensor<f64>
  body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

func.func @op_of_another_dialect(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'arith.negf' has no derivative rule, but a derivative must flow through it; give the op a 'jvp', or stop the gradient before it}}
  %y = arith.negf %x : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @stack_that_does_not_pair(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.pop_back' pops a stack on which nothing has been pushed}}
  %y = flow.pop_back %s : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @custom_rule(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.custom_call' of 'f' has a derivative in reverse mode only; use reverse mode, or give it a 'jvp'}}
  %y = flow.custom_call @f(%x) forward @f reverse @f : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @f(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
