// RUN: cotan-opt %s --flow-verify-stacks -allow-unregistered-dialect -split-input-file -verify-diagnostics
// Every reason why pushes and pops cannot be paired, each by its smallest program.

func.func @empty_stack() {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.pop_back' pops a stack on which nothing has been pushed}}
  flow.pop_back %s
  return
}

// -----

func.func @never_popped(%x: tensor<f64>) {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  return
}

// -----

func.func @one_of_two_is_never_popped(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %s, %x : tensor<f64>
  %y = flow.pop_back %s : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @other_types(%x: tensor<f64>, %c: tensor<i1>) {
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.push_back %s, %x, %c : tensor<f64>, tensor<i1>
  // expected-error @+1 {{'flow.pop_back' pops (tensor<f64>), but the frame holds (tensor<f64>, tensor<i1>)}}
  %y = flow.pop_back %s : tensor<f64>
  return
}

// -----

func.func @inner_stack_has_fewer_frames() {
  %s = flow.create_stack
  %inner = flow.create_stack
  flow.push_back %inner
  flow.push_back %s, %inner : !flow.stack
  %t = flow.pop_back %s : !flow.stack
  flow.pop_back %t
  // expected-error @+1 {{'flow.pop_back' pops more frames than were pushed}}
  flow.pop_back %t
  return
}

// -----

func.func @branch_swaps_a_frame(%c: tensor<i1>) {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s
  // expected-error @+1 {{'flow.if' pops frames that were on the stack before and leaves others on it; which pop belongs to which push cannot be told}}
  flow.if %c : tensor<i1> {
    flow.pop_back %s
    flow.push_back %s
  }
  return
}

// -----

func.func @another_condition(%c: tensor<i1>, %d: tensor<i1>) {
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.if %c : tensor<i1> {
    flow.push_back %s
  }
  // expected-error @+1 {{'flow.if' pops what another branch pushed, but that both test the same condition cannot be proved}}
  flow.if %d : tensor<i1> {
    flow.pop_back %s
  }
  return
}

// -----

func.func @another_number_of_turns(%n: tensor<i64>, %m: tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    flow.push_back %s
    flow.yield
  }
  // expected-error @+1 {{'flow.for' pops what another loop pushed, but that both run equally often, in opposite directions, cannot be proved}}
  flow.for %zero to %m step %one : tensor<i64> reverse carry() : () -> ()
  body(%i: tensor<i64>) {
    flow.pop_back %s
    flow.yield
  }
  return
}

// -----

func.func @the_same_direction(%n: tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    flow.push_back %s, %i : tensor<i64>
    flow.yield
  }
  // expected-error @+1 {{'flow.for' pops what another loop pushed, but that both run equally often, in opposite directions, cannot be proved}}
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    %j = flow.pop_back %s : tensor<i64>
    flow.yield
  }
  return
}

// -----

// Beneath the frames of the loop lies another one, so `is_empty` does not count the loop's turns.
func.func @drains_more_than_the_loop_pushed(%c: tensor<i1>) {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.push_back' pushes what is never popped}}
  flow.push_back %s
  // expected-note @+1 {{the push is here}}
  flow.while () : () -> ()
  cond {
    flow.cond_yield %c : tensor<i1>
  } body {
    flow.push_back %s
    flow.yield
  }
  // expected-error @+1 {{'flow.while' pops what another loop pushed, but that both run equally often, in opposite directions, cannot be proved}}
  flow.while () : () -> ()
  cond {
    %done = flow.is_empty %s
    %more = prim.not %done : tensor<i1>
    flow.cond_yield %more : tensor<i1>
  } body {
    flow.pop_back %s
    flow.yield
  }
  return
}

// -----

func.func @pushed_by_a_branch_popped_by_none(%c: tensor<i1>) {
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.if %c : tensor<i1> {
    flow.push_back %s
  }
  // expected-error @+1 {{'flow.pop_back' pops in another structure than pushes: a pop must mirror its push, region by region}}
  flow.pop_back %s
  return
}

// -----

func.func @two_pushes_one_pop(%c: tensor<i1>) {
  %s = flow.create_stack
  // expected-note @+1 {{the push is here}}
  flow.if %c : tensor<i1> {
    flow.push_back %s
    flow.push_back %s
  }
  // expected-error @+1 {{'flow.if' region #1 pops 1 frames, but 2 are pushed}}
  flow.if %c : tensor<i1> {
    flow.pop_back %s
  }
  return
}

// -----

// What the callee does to the stack is not known.
func.func @passed_to_a_function() {
  %s = flow.create_stack
  // expected-error @+1 {{'func.call' uses a stack in a way that is not known, so which pop belongs to which push cannot be told; inline calls first (--inline)}}
  call @pushes(%s) : (!flow.stack) -> ()
  return
}
func.func private @pushes(!flow.stack)

// -----

// expected-error @+1 {{'func.func' takes a stack, and what is on it is not known; inline the function where it is called (--inline)}}
func.func @takes_a_stack(%s: !flow.stack) {
  flow.push_back %s
  flow.pop_back %s
  return
}

// -----

func.func @returns_a_stack() -> !flow.stack {
  %s = flow.create_stack
  // expected-error @+1 {{'func.return' uses a stack in a way that is not known, so which pop belongs to which push cannot be told; inline calls first (--inline)}}
  return %s : !flow.stack
}

// -----

func.func @chosen_by_another_dialect(%c: i1) {
  %s = flow.create_stack
  %t = flow.create_stack
  // expected-error @+1 {{'arith.select' uses a stack in a way that is not known, so which pop belongs to which push cannot be told}}
  %u = arith.select %c, %s, %t : !flow.stack
  return
}

// -----

func.func @in_a_region_of_another_dialect() {
  %s = flow.create_stack
  // expected-error @+1 {{'other.repeat' uses a stack in a way that is not known}}
  "other.repeat"() ({
    flow.push_back %s
    "other.end"() : () -> ()
  }) : () -> ()
  // expected-error @+1 {{'other.repeat' uses a stack in a way that is not known}}
  "other.repeat"() ({
    flow.pop_back %s
    "other.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// expected-error @+1 {{'blocks' has unstructured control flow; lift it first (--lift-cf)}}
func.func @blocks(%x: tensor<f64>) {
  %s = flow.create_stack
  cf.br ^next
^next:
  flow.push_back %s, %x : tensor<f64>
  return
}

// -----

// Without stacks there is nothing to prove.
func.func private @external(!flow.stack)
func.func @blocks_without_stacks(%x: tensor<f64>) {
  cf.br ^next
^next:
  return
}
