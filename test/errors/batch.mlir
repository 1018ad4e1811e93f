// RUN: cotan-opt %s -split-input-file -verify-diagnostics --pass-pipeline="builtin.module(batch{arguments=0,1})"

// expected-error @below {{'missing_argument' has no argument #1; it has 1 arguments}}
func.func @missing_argument(%x: tensor<f64>) {
  return
}

// -----

// expected-error @below {{argument #1 is '!flow.stack', which cannot differ between lanes; only tensors can}}
func.func @stack_argument(%x: tensor<f64>, %s: !flow.stack) {
  return
}

// -----

// expected-error @below {{'blocks' has unstructured control flow; lift it first (--lift-cf)}}
func.func @blocks(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  cf.br ^end
^end:
  return %x : tensor<f64>
}

// -----

func.func private @callee(%x: tensor<f64>) -> tensor<f64>

func.func @calls(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @below {{'callee' has no body, so the call cannot be batched}}
  %z = func.call @callee(%x) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

// -----

// Which lanes pushed what is popped here is not known.
func.func @pops_elsewhere(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @below {{pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  // expected-note @below {{the push is here}}
  flow.if %c : tensor<i1> {
    flow.push_back %s, %x : tensor<f64>
  }
  // expected-error @below {{pops in another structure than pushes: a pop must mirror its push, region by region}}
  %r = flow.pop_back %s : tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @chooses_a_stack(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // expected-note @below {{one comes from here}}
  %s = flow.create_stack
  // expected-note @below {{the other from here}}
  %t = flow.create_stack
  // expected-error @below {{'flow.if' hands on two stacks under one name, so which pop belongs to which push cannot be told}}
  %u = flow.if %c : tensor<i1> -> !flow.stack {
    flow.yield %s : !flow.stack
  } else {
    flow.yield %t : !flow.stack
  }
  return %x : tensor<f64>
}

// -----

func.func @hands_on_a_stack(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @below {{cannot be batched: it chooses between stacks, which lanes have together}}
  %u = flow.if %c : tensor<i1> -> !flow.stack {
    flow.yield %s : !flow.stack
  } else {
    flow.yield %s : !flow.stack
  }
  return %x : tensor<f64>
}

// -----

// Where the loop ends later, the stacks have changed places once more.
func.func @swaps_stacks(%x: tensor<f64>, %n: tensor<f64>) -> tensor<f64> {
  // expected-note @below {{the other from here}}
  %s = flow.create_stack
  // expected-note @below {{one comes from here}}
  %t = flow.create_stack
  // expected-error @below {{'flow.while' hands on two stacks under one name, so which pop belongs to which push cannot be told}}
  %u:3 = flow.while (%s, %t, %x) : (!flow.stack, !flow.stack, tensor<f64>) -> (!flow.stack, !flow.stack, tensor<f64>)
  cond(%a: !flow.stack, %b: !flow.stack, %y: tensor<f64>) {
    %more = prim.lt %y, %n : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a, %b, %y : !flow.stack, !flow.stack, tensor<f64>
  } body(%a: !flow.stack, %b: !flow.stack, %y: tensor<f64>) {
    %z = prim.add %y, %y : tensor<f64>
    flow.yield %b, %a, %z : !flow.stack, !flow.stack, tensor<f64>
  }
  return %x : tensor<f64>
}

// -----

// expected-error @below {{'pushes' takes a stack, and what it does to it is not known, so its calls cannot be batched; inline them first (--inline)}}
func.func private @pushes(%x: tensor<f64>, %y: tensor<f64>, %s: !flow.stack) {
  flow.push_back %s, %x : tensor<f64>
  return
}
func.func @calls_with_stack(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  func.call @pushes(%x, %y, %s) : (tensor<f64>, tensor<f64>, !flow.stack) -> ()
  %z = flow.pop_back %s : tensor<f64>
  return %z : tensor<f64>
}

// -----

// expected-error @below {{'function_value' has function values; make calls of them first (--resolve-functions)}}
func.func @function_value(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %f(%x) : !fn.fn<(tensor<f64>) -> tensor<f64>>
  return %y : tensor<f64>
}
