// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// The region `init`, which makes stacks, and what follows from it for the other regions.

func.func @init_is_two_blocks(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'init' must be one block, but has 2}}
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    cf.br ^next
  ^next:
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @init_of_a_branch_takes_an_argument(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'init' must take 0 arguments, but takes 1}}
  %s = flow.if %c : tensor<i1> -> !flow.stack init(%x: tensor<f64>) {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @init_of_a_loop_takes_no_operands(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'init' must take 1 argument, but takes 0}}
  %r:2 = flow.while (%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } cond(%a: tensor<f64>, %t: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %a, %t : tensor<f64>, !flow.stack
  } body(%a: tensor<f64>, %t: !flow.stack) {
    flow.yield %a, %t : tensor<f64>, !flow.stack
  }
  return
}

// -----

func.func @init_takes_another_type(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op argument #0 of region 'init' is 'tensor<i64>', but must be 'tensor<f64>'}}
  %r:2 = flow.while (%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<i64>) {
    %t = flow.create_stack
    flow.yield %a, %t : tensor<i64>, !flow.stack
  } cond(%a: tensor<f64>, %t: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %a, %t : tensor<f64>, !flow.stack
  } body(%a: tensor<f64>, %t: !flow.stack) {
    flow.yield %a, %t : tensor<f64>, !flow.stack
  }
  return
}

// -----

func.func @init_does_not_yield(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'init' must end with 'flow.yield', but ends with 'flow.create_stack'}}
  %s = "flow.if"(%c) ({
    %t = flow.create_stack
  }, {
  ^then(%t: !flow.stack):
    flow.yield %t : !flow.stack
  }, {}) : (tensor<i1>) -> !flow.stack
  return
}

// -----

func.func @init_has_an_empty_block(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'init' must end with 'flow.yield', but its block is empty}}
  %s = "flow.if"(%c) ({
  ^init:
  }, {
  ^then(%t: !flow.stack):
    flow.yield %t : !flow.stack
  }, {}) : (tensor<i1>) -> !flow.stack
  return
}

// -----

func.func @init_computes(%c: tensor<i1>, %x: tensor<f64>) {
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    // expected-error @+1 {{'prim.neg' op is in region 'init', which may hold only 'flow.create_stack' and 'flow.yield'}}
    %y = prim.neg %x : tensor<f64>
    flow.yield %t : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @init_makes_nothing(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'init' makes no stack; leave the region out}}
  flow.if %c : tensor<i1> init {
    flow.yield
  } then {
  }
  return
}

// -----

func.func @init_yields_no_stack(%c: tensor<i1>) {
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    // expected-error @+1 {{'flow.yield' op hands on 0 values, but region 'init' must hand on 0 operands and then 1 stack}}
    flow.yield
  } then(%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @init_drops_an_operand(%n: tensor<i64>, %x: tensor<f64>) {
  %r:2 = flow.for %n to %n step %n : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %t = flow.create_stack
    // expected-error @+1 {{'flow.yield' op hands on 1 value, but region 'init' must hand on 1 operand and then 1 stack}}
    flow.yield %t : !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %t: !flow.stack) {
    flow.yield %a, %t : tensor<f64>, !flow.stack
  }
  return
}

// -----

func.func @init_swaps_operands(%n: tensor<i64>, %x: tensor<f64>) {
  %r:3 = flow.for %n to %n step %n : tensor<i64> carry(%x, %x)
      : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, !flow.stack)
  init(%a: tensor<f64>, %b: tensor<f64>) {
    %t = flow.create_stack
    // expected-error @+1 {{'flow.yield' op value #0 must be argument #0: region 'init' hands the operands on unchanged}}
    flow.yield %b, %a, %t : tensor<f64>, tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>, %t: !flow.stack) {
    flow.yield %a, %b, %t : tensor<f64>, tensor<f64>, !flow.stack
  }
  return
}

// -----

func.func @init_swaps_stacks(%c: tensor<i1>) {
  %s:2 = flow.if %c : tensor<i1> -> (!flow.stack, !flow.stack) init {
    %t = flow.create_stack
    %u = flow.create_stack
    // expected-error @+1 {{'flow.yield' op value #0 must be stack #0 made in region 'init'}}
    flow.yield %u, %t : !flow.stack, !flow.stack
  } then(%t: !flow.stack, %u: !flow.stack) {
    flow.yield %t, %u : !flow.stack, !flow.stack
  }
  return
}

// -----

func.func @init_yields_an_outer_stack(%c: tensor<i1>, %outer: !flow.stack) {
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    // expected-error @+1 {{'flow.yield' op value #0 must be stack #0 made in region 'init'}}
    flow.yield %outer : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @more_stacks_than_results(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op makes 2 stacks in region 'init', which must be its last results, but has only 1 result}}
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    %u = flow.create_stack
    flow.yield %t, %u : !flow.stack, !flow.stack
  } then(%t: !flow.stack, %u: !flow.stack) {
    flow.yield %t : !flow.stack
  }
  return
}

// -----

func.func @stack_is_not_the_last_result(%c: tensor<i1>, %x: tensor<f64>) {
  // expected-error @+1 {{'flow.if' op makes 1 stack in region 'init', so its last results must be '!flow.stack', but one is 'tensor<f64>'}}
  %s:2 = flow.if %c : tensor<i1> -> (!flow.stack, tensor<f64>) init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %t, %x : !flow.stack, tensor<f64>
  } else(%t: !flow.stack) {
    flow.yield %t, %x : !flow.stack, tensor<f64>
  }
  return
}

// -----

func.func @branch_does_not_take_the_stack(%c: tensor<i1>, %outer: !flow.stack) {
  // expected-error @+1 {{'flow.if' op region 'then' must take 1 argument, but takes 0}}
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then {
    flow.yield %outer : !flow.stack
  }
  return
}

// -----

func.func @branch_takes_another_type(%i: tensor<i64>, %outer: !flow.stack) {
  // expected-error @+1 {{'flow.switch' op argument #0 of region 'case #0' is 'tensor<f64>', but must be '!flow.stack'}}
  %s = "flow.switch"(%i) ({
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  }, {
  ^case(%t: tensor<f64>):
    flow.yield %outer : !flow.stack
  }) : (tensor<i64>) -> !flow.stack
  return
}

// -----

func.func @no_else_but_a_result_beside_the_stack(%c: tensor<i1>, %x: tensor<f64>) {
  // expected-error @+1 {{'flow.if' op region 'else' is empty, but the op has 2 results other than stacks, which both branches must yield}}
  %s:3 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<f64>, !flow.stack) init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then(%t: !flow.stack) {
    flow.yield %x, %x, %t : tensor<f64>, tensor<f64>, !flow.stack
  }
  return
}

// -----

func.func @loop_has_no_result_for_the_stack(%x: tensor<f64>, %s: !flow.stack, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op has 1 result, but carries 1 operand and 1 stack}}
  %r = flow.while (%s) : (!flow.stack) -> !flow.stack
  init(%a: !flow.stack) {
    %t = flow.create_stack
    flow.yield %a, %t : !flow.stack, !flow.stack
  } cond(%a: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %a : !flow.stack
  } body(%a: !flow.stack) {
    flow.yield %a : !flow.stack
  }
  return
}

// -----

func.func @body_drops_the_stack(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-note @+1 {{the op is here}}
  %r:2 = flow.while (%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %t = flow.create_stack
    flow.yield %a, %t : tensor<f64>, !flow.stack
  } cond(%a: tensor<f64>, %t: !flow.stack) {
    flow.cond_yield %c : tensor<i1>, %a, %t : tensor<f64>, !flow.stack
  } body(%a: tensor<f64>, %t: !flow.stack) {
    // expected-error @+1 {{'flow.yield' op hands on 1 value, but region 'body' of 'flow.while' must hand on 2}}
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

// A stack made inside is invisible outside, but for the results.
func.func @inner_stack_used_outside(%c: tensor<i1>) {
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %t = flow.create_stack
    flow.yield %t : !flow.stack
  } then(%u: !flow.stack) {
    flow.yield %u : !flow.stack
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  %e = flow.is_empty %t
  return
}
