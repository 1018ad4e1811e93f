// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0" -split-input-file -verify-diagnostics
// What the reverse pass refuses, and what it says to do.

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

// expected-error @+1 {{'no_results' has no result #0; it has 0 results}}
func.func @no_results(%x: tensor<f64>) {
  return
}

// -----

// expected-error @+1 {{argument #0 is 'tensor<i64>', which cannot carry a derivative; only tensors of floats can}}
func.func @integer_argument(%n: tensor<i64>) -> tensor<f64> {
  %x = prim.cast %n : tensor<i64> -> tensor<f64>
  return %x : tensor<f64>
}

// -----

// expected-error @+1 {{result #0 is 'tensor<i1>', which cannot carry a derivative; only tensors of floats can}}
func.func @boolean_result(%x: tensor<f64>) -> tensor<i1> {
  %y = prim.lt %x, %x : tensor<f64>
  return %y : tensor<i1>
}

// -----

// expected-error @+1 {{result #0 is '!flow.stack', which cannot carry a derivative; only tensors of floats can}}
func.func @stack_result(%x: tensor<f64>) -> !flow.stack {
  %s = flow.create_stack
  return %s : !flow.stack
}

// -----

// expected-error @+1 {{result #0 is 'tensor<3xf64>', not a scalar, so its derivative needs a seed: choose 'ones' for the derivative of the sum, or 'argument' to pass the cotangent}}
func.func @vector_result(%x: tensor<3xf64>) -> tensor<3xf64> {
  return %x : tensor<3xf64>
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

func.func @op_of_another_dialect(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'arith.negf' has no derivative rule, but a derivative must flow through it; give the op a 'vjp', or stop the gradient before it}}
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

func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
// expected-error @below {{'function_value' has function values; make calls of them first (--resolve-functions)}}
func.func @function_value(%x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @id : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %y = fn.apply %f(%x) : !fn.fn<(tensor<f64>) -> tensor<f64>>
  return %y : tensor<f64>
}
