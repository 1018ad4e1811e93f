// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// The stack ops, and what the parser refuses.

func.func @push_on_a_tensor(%x: tensor<f64>) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%x' expects different type than prior uses: '!flow.stack' vs 'tensor<f64>'}}
  flow.push_back %x, %x : tensor<f64>
  return
}

// -----

func.func @push_on_a_tensor_in_generic_form(%x: tensor<f64>) {
  // expected-error @+1 {{'flow.push_back' op operand #0 must be stack, but got 'tensor<f64>'}}
  "flow.push_back"(%x, %x) : (tensor<f64>, tensor<f64>) -> ()
  return
}

// -----

func.func @push_on_nothing() {
  // expected-error @+1 {{'flow.push_back' op expected 1 or more operands, but found 0}}
  "flow.push_back"() : () -> ()
  return
}

// -----

func.func @create_nothing() {
  // expected-error @+1 {{'flow.create_stack' op requires one result}}
  "flow.create_stack"() : () -> ()
  return
}

// -----

func.func @create_a_tensor() {
  // expected-error @+1 {{'flow.create_stack' op result #0 must be stack, but got 'tensor<f64>'}}
  %x = "flow.create_stack"() : () -> tensor<f64>
  return
}

// -----

func.func @emptiness_is_a_number(%s: !flow.stack) {
  // expected-error @+1 {{'flow.is_empty' op result #0 must be tensor<i1>, but got 'tensor<i64>'}}
  %e = "flow.is_empty"(%s) : (!flow.stack) -> tensor<i64>
  return
}

// -----

func.func @pop_of_two_stacks(%s: !flow.stack) {
  // expected-error @+1 {{'flow.pop_back' op requires a single operand}}
  "flow.pop_back"(%s, %s) : (!flow.stack, !flow.stack) -> ()
  return
}

// -----

func.func @init_without_then(%c: tensor<i1>) {
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  // expected-error @+1 {{expected 'then' after region 'init'}}
  } (%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @loop_without_body(%c: tensor<i1>) {
  flow.while () : () -> ()
  cond {
    flow.cond_yield %c : tensor<i1>
  }
  // expected-error @+1 {{expected 'body'}}
  return
}

// -----

func.func @fewer_types_than_operands(%x: tensor<f64>) {
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %r:2 = flow.while (%x, %x) : (tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield
  } body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

// expected-error @+1 {{'!flow.stack' takes no parameter}}
func.func @stack_with_a_parameter(%s: !flow.stack<f64>) {
  return
}

// -----

// expected-error @+1 {{unknown  type `queue` in dialect `flow`}}
func.func @unknown_type(%s: !flow.queue) {
  return
}
