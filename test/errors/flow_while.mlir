// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @too_few_results(%x: tensor<f64>) {
  // expected-error @+1 {{'flow.while' op has 0 results, but carries 1 operand and 0 stacks}}
  flow.while (%x) : (tensor<f64>) -> ()
  cond(%a: tensor<f64>) {
    flow.yield
  } body(%a: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @result_of_another_type(%x: tensor<f64>, %y: tensor<f64>) {
  // expected-error @+1 {{'flow.while' op result #1 is 'tensor<f32>', but the loop carries 'tensor<f64>'}}
  %r:2 = flow.while (%x, %y) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f32>)
  cond(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield
  } body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @cond_is_empty(%x: tensor<f64>) {
  // expected-error @+1 {{'flow.while' op region 'cond' is empty, but must be one block}}
  %r = "flow.while"(%x) ({}, {}, {}) : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @body_is_empty(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'body' is empty, but must be one block}}
  "flow.while"() ({}, {
    flow.cond_yield %c : tensor<i1>
  }, {}) : () -> ()
  return
}

// -----

func.func @cond_is_two_blocks(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'cond' must be one block, but has 2}}
  flow.while () : () -> ()
  cond {
    cf.br ^next
  ^next:
    flow.cond_yield %c : tensor<i1>
  } body {
    flow.yield
  }
  return
}

// -----

func.func @cond_takes_nothing(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'cond' must take 1 argument, but takes 0}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond {
    flow.cond_yield %c : tensor<i1>, %x : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @body_takes_another_type(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op argument #0 of region 'body' is 'tensor<i64>', but must be 'tensor<f64>'}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    flow.cond_yield %c : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<i64>) {
    flow.yield %x : tensor<f64>
  }
  return
}

// -----

func.func @cond_ends_with_yield(%x: tensor<f64>) {
  // expected-error @+1 {{'flow.while' op region 'cond' must end with 'flow.cond_yield', but ends with 'flow.yield'}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @body_ends_with_cond_yield(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'body' must end with 'flow.yield', but ends with 'flow.cond_yield'}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    flow.cond_yield %c : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.cond_yield %c : tensor<i1>, %a : tensor<f64>
  }
  return
}

// -----

func.func @body_has_no_terminator(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.while' op region 'body' must end with 'flow.yield', but its block is empty}}
  flow.while () : () -> ()
  cond {
    flow.cond_yield %c : tensor<i1>
  } body {
  }
  return
}

// -----

func.func @cond_hands_on_less(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-note @+1 {{the op is here}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    // expected-error @+1 {{'flow.cond_yield' op hands on 0 values, but region 'cond' of 'flow.while' must hand on 1}}
    flow.cond_yield %c : tensor<i1>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @cond_hands_on_another_type(%x: tensor<f64>, %i: tensor<i64>, %c: tensor<i1>) {
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    // expected-error @+1 {{'flow.cond_yield' op value #0 is 'tensor<i64>', but region 'cond' must hand on 'tensor<f64>'}}
    flow.cond_yield %c : tensor<i1>, %i : tensor<i64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @cond_decides_nothing() {
  flow.while () : () -> ()
  cond {
    // expected-error @+1 {{'flow.cond_yield' op expected 1 or more operands, but found 0}}
    "flow.cond_yield"() : () -> ()
  } body {
    flow.yield
  }
  return
}

// -----

func.func @cond_decides_by_a_number(%x: tensor<f64>) {
  flow.while () : () -> ()
  cond {
    // expected-error @+1 {{'flow.cond_yield' op operand #0 must be tensor<i1> or i1, but got 'tensor<f64>'}}
    flow.cond_yield %x : tensor<f64>
  } body {
    flow.yield
  }
  return
}

// -----

func.func @body_yields_more(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-note @+1 {{the op is here}}
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    flow.cond_yield %c : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    // expected-error @+1 {{'flow.yield' op hands on 2 values, but region 'body' of 'flow.while' must hand on 1}}
    flow.yield %a, %a : tensor<f64>, tensor<f64>
  }
  return
}

// -----

func.func @types_change_around_the_loop(%x: tensor<2xf64>, %y: tensor<3xf64>, %c: tensor<i1>) {
  %r = flow.while (%x) : (tensor<2xf64>) -> tensor<2xf64>
  cond(%a: tensor<2xf64>) {
    flow.cond_yield %c : tensor<i1>, %a : tensor<2xf64>
  } body(%a: tensor<2xf64>) {
    // expected-error @+1 {{'flow.yield' op value #0 is 'tensor<3xf64>', but region 'body' must hand on 'tensor<2xf64>'}}
    flow.yield %y : tensor<3xf64>
  }
  return
}

// -----

func.func @cond_value_used_in_body(%x: tensor<f64>, %c: tensor<i1>) {
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    %b = prim.neg %a : tensor<f64>
    flow.cond_yield %c : tensor<i1>, %b : tensor<f64>
  } body(%d: tensor<f64>) {
    // expected-error @+1 {{use of undeclared SSA value name}}
    flow.yield %b : tensor<f64>
  }
  return
}

// -----

func.func @yield_outside(%x: tensor<f64>) {
  // expected-error @+1 {{'flow.yield' op expects parent op to be one of 'flow.if, flow.switch, flow.while, flow.for, flow.scan'}}
  flow.yield %x : tensor<f64>
}

// -----

func.func @cond_yield_outside(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.cond_yield' op expects parent op 'flow.while'}}
  flow.cond_yield %c : tensor<i1>
}
