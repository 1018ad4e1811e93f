// RUN: cotan-opt %s --flow-verify-stacks -split-input-file -verify-diagnostics
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0" -split-input-file -verify-diagnostics
// RUN: cotan-opt %s --flow-taylor="wrt=0" -split-input-file -verify-diagnostics
// One name for two stacks, two names for one that is in a frame: nothing can be told of their frames.

func.func @branches_exchange_them(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // expected-note @+1 {{one comes from here}}
  %s = flow.create_stack
  // expected-note @+1 {{the other from here}}
  %t = flow.create_stack
  // expected-error @+1 {{'flow.if' hands on two stacks under one name, so which pop belongs to which push cannot be told; hand on the same stack in every region and every turn}}
  %u, %v = flow.if %c : tensor<i1> -> (!flow.stack, !flow.stack) {
    flow.yield %s, %t : !flow.stack, !flow.stack
  } else {
    flow.yield %t, %s : !flow.stack, !flow.stack
  }
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %t, %x : tensor<f64>
  %a = flow.pop_back %u : tensor<f64>
  %b = flow.pop_back %v : tensor<f64>
  %y = prim.mul %a, %b : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @cases_choose_one(%x: tensor<f64>, %i: tensor<i64>) -> tensor<f64> {
  // expected-note @+1 {{one comes from here}}
  %s = flow.create_stack
  // expected-note @+1 {{the other from here}}
  %t = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  // expected-error @+1 {{'flow.switch' hands on two stacks under one name}}
  %u = flow.switch %i : tensor<i64> -> (!flow.stack)
  case { flow.yield %s : !flow.stack }
  case { flow.yield %t : !flow.stack }
  return %x : tensor<f64>
}

// -----

func.func @branches_make_one_each(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // expected-error @+1 {{'flow.if' hands on two stacks under one name}}
  %s = flow.if %c : tensor<i1> -> (!flow.stack) {
    // expected-note @+1 {{one comes from here}}
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } else {
    // expected-note @+1 {{the other from here}}
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  }
  flow.push_back %s, %x : tensor<f64>
  %y = flow.pop_back %s : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @while_swaps_them(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // expected-note @+1 {{the other from here}}
  %s = flow.create_stack
  // expected-note @+1 {{one comes from here}}
  %t = flow.create_stack
  // expected-error @+1 {{'flow.while' hands on two stacks under one name}}
  %u:2 = flow.while (%s, %t) : (!flow.stack, !flow.stack) -> (!flow.stack, !flow.stack)
  cond(%a: !flow.stack, %b: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %a, %b : !flow.stack, !flow.stack
  } body(%a: !flow.stack, %b: !flow.stack) {
    flow.yield %b, %a : !flow.stack, !flow.stack
  }
  flow.push_back %s, %x : tensor<f64>
  %y = flow.pop_back %u#0 : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @cond_swaps_them(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // expected-note @+1 {{the other from here}}
  %s = flow.create_stack
  // expected-note @+1 {{one comes from here}}
  %t = flow.create_stack
  // expected-error @+1 {{'flow.while' hands on two stacks under one name}}
  %u:2 = flow.while (%s, %t) : (!flow.stack, !flow.stack) -> (!flow.stack, !flow.stack)
  cond(%a: !flow.stack, %b: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %b, %a : !flow.stack, !flow.stack
  } body(%a: !flow.stack, %b: !flow.stack) {
    flow.yield %a, %b : !flow.stack, !flow.stack
  }
  return %x : tensor<f64>
}

// -----

func.func @for_carries_another_each_turn(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  // expected-note @+1 {{one comes from here}}
  %s = flow.create_stack
  // expected-error @+1 {{'flow.for' hands on two stacks under one name}}
  %u = flow.for %zero to %n step %one : tensor<i64> carry(%s) : (!flow.stack) -> (!flow.stack)
  body(%i: tensor<i64>, %a: !flow.stack) {
    // expected-note @+1 {{the other from here}}
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  }
  flow.push_back %u, %x : tensor<f64>
  %y = flow.pop_back %u : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @init_exchanges_its_own(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  // expected-error @+1 {{'flow.for' hands on two stacks under one name}}
  %s:2 = flow.for %zero to %n step %one : tensor<i64> carry() : () -> (!flow.stack, !flow.stack)
  init {
    // expected-note @+1 {{one comes from here}}
    %0 = flow.create_stack
    // expected-note @+1 {{the other from here}}
    %1 = flow.create_stack
    flow.yield %0, %1 : !flow.stack, !flow.stack
  } body(%i: tensor<i64>, %a: !flow.stack, %b: !flow.stack) {
    flow.push_back %a, %x : tensor<f64>
    flow.yield %b, %a : !flow.stack, !flow.stack
  }
  return %x : tensor<f64>
}

// -----

func.func @popped_in_one_branch_or_the_other(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %s = flow.create_stack
  %o = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %o, %s : !flow.stack
  // expected-error @+1 {{'flow.if' hands on two stacks under one name}}
  %p = flow.if %c : tensor<i1> -> (!flow.stack) {
    // expected-note @+1 {{one comes from here}}
    %a = flow.pop_back %o : !flow.stack
    flow.yield %a : !flow.stack
  } else {
    // expected-note @+1 {{the other from here}}
    %b = flow.pop_back %o : !flow.stack
    flow.yield %b : !flow.stack
  }
  %y = flow.pop_back %p : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @one_of_two_is_put_into_a_frame(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %s = flow.create_stack
  %t = flow.create_stack
  %o = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  flow.if %c : tensor<i1> {
    // expected-error @+1 {{'flow.push_back' puts a stack into a frame that is made outside this region; push it in the block where it is made}}
    flow.push_back %o, %s : !flow.stack
  } else {
    // expected-error @+1 {{'flow.push_back' puts a stack into a frame that is made outside this region}}
    flow.push_back %o, %t : !flow.stack
  }
  %y = flow.if %c : tensor<i1> -> (tensor<f64>) {
    // expected-note @+1 {{it is popped here}}
    %p = flow.pop_back %o : !flow.stack
    %a = flow.pop_back %p : tensor<f64>
    flow.yield %a : tensor<f64>
  } else {
    // expected-note @+1 {{it is popped here}}
    %p = flow.pop_back %o : !flow.stack
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

func.func @used_by_its_old_name(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  %o = flow.create_stack
  // expected-note @+1 {{it was pushed here}}
  flow.push_back %o, %s : !flow.stack
  %p = flow.pop_back %o : !flow.stack
  // expected-error @+2 {{'flow.push_back' uses a stack that has been put into a frame; use what is popped there instead}}
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  %y = flow.pop_back %p : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @put_into_two_frames(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  %o = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  // expected-error @+1 {{'flow.push_back' puts a stack into a frame that is put into another one, too; push it once}}
  flow.push_back %o, %s : !flow.stack
  // expected-note @+1 {{the other push is here}}
  flow.push_back %o, %s : !flow.stack
  %p = flow.pop_back %o : !flow.stack
  %q = flow.pop_back %o : !flow.stack
  %y = flow.pop_back %p : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @put_into_a_frame_of_its_own(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  // expected-note @+1 {{it was pushed here}}
  flow.push_back %s, %s : !flow.stack
  // expected-error @+1 {{'flow.pop_back' uses a stack that has been put into a frame}}
  %t = flow.pop_back %s : !flow.stack
  return %x : tensor<f64>
}

// -----

// The frame is popped, so the stack in it is the derivative's business.
func.func @what_is_popped_is_not_emptied(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  %o = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %o, %s, %x : !flow.stack, tensor<f64>
  %p, %y = flow.pop_back %o : !flow.stack, tensor<f64>
  return %y : tensor<f64>
}
