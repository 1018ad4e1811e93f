// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// Faults the custom syntax cannot express are written in generic form.

func.func @condition_is_a_number(%c: tensor<f64>) {
  // expected-error @+1 {{'flow.if' op operand #0 must be tensor<i1> or i1, but got 'tensor<f64>'}}
  flow.if %c : tensor<f64> {
  }
  return
}

// -----

func.func @condition_has_a_shape(%c: tensor<1xi1>) {
  // expected-error @+1 {{'flow.if' op operand #0 must be tensor<i1> or i1, but got 'tensor<1xi1>'}}
  flow.if %c : tensor<1xi1> {
  }
  return
}

// -----

func.func @no_regions(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op expected 3 regions}}
  "flow.if"(%c) ({
    flow.yield
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @then_is_empty(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'then' is empty, but must be one block}}
  "flow.if"(%c) ({}, {}, {}) : (tensor<i1>) -> ()
  return
}

// -----

func.func @then_is_two_blocks(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'then' must be one block, but has 2}}
  flow.if %c : tensor<i1> {
    cf.br ^next
  ^next:
    flow.yield
  }
  return
}

// -----

func.func @then_takes_an_argument(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'then' must take 0 arguments, but takes 1}}
  flow.if %c : tensor<i1> then(%x: tensor<f64>) {
  }
  return
}

// -----

func.func @else_takes_an_argument(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'else' must take 0 arguments, but takes 2}}
  flow.if %c : tensor<i1> {
  } else(%x: tensor<f64>, %y: tensor<f64>) {
  }
  return
}

// -----

func.func @block_is_empty(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'then' must end with 'flow.yield', but its block is empty}}
  "flow.if"(%c) ({}, {
    ^bb:
  }, {}) : (tensor<i1>) -> ()
  return
}

// -----

func.func @ends_without_terminator(%c: tensor<i1>, %x: tensor<f64>) {
  // expected-error @+1 {{'flow.if' op region 'then' must end with 'flow.yield', but ends with 'prim.neg'}}
  "flow.if"(%c) ({}, {
    %y = prim.neg %x : tensor<f64>
  }, {}) : (tensor<i1>) -> ()
  return
}

// -----

func.func @ends_with_return(%c: tensor<i1>) {
  // expected-error @+1 {{'flow.if' op region 'else' must end with 'flow.yield', but ends with 'func.return'}}
  flow.if %c : tensor<i1> {
  } else {
    func.return
  }
  return
}

// -----

func.func @yields_in_the_middle(%c: tensor<i1>) {
  flow.if %c : tensor<i1> {
    // expected-error @+1 {{'flow.yield' op must be the last operation in the parent block}}
    flow.yield
    flow.yield
  }
  return
}

// -----

func.func @then_yields_too_few(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // expected-note @+1 {{the op is here}}
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    // expected-error @+1 {{'flow.yield' op hands on 0 values, but region 'then' of 'flow.if' must hand on 1}}
    flow.yield
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

func.func @else_yields_too_many(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // expected-note @+1 {{the op is here}}
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    flow.yield %x : tensor<f64>
  } else {
    // expected-error @+1 {{'flow.yield' op hands on 2 values, but region 'else' of 'flow.if' must hand on 1}}
    flow.yield %x, %x : tensor<f64>, tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

func.func @yields_another_type(%c: tensor<i1>, %x: tensor<f64>, %i: tensor<i64>) -> (tensor<f64>, tensor<f64>) {
  %y:2 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<f64>) {
    flow.yield %x, %x : tensor<f64>, tensor<f64>
  } else {
    // expected-error @+1 {{'flow.yield' op value #1 is 'tensor<i64>', but region 'else' must hand on 'tensor<f64>'}}
    flow.yield %x, %i : tensor<f64>, tensor<i64>
  }
  return %y#0, %y#1 : tensor<f64>, tensor<f64>
}

// -----

func.func @shapes_are_types(%c: tensor<i1>, %x: tensor<2xf64>) -> tensor<?xf64> {
  %y = flow.if %c : tensor<i1> -> tensor<?xf64> {
    // expected-error @+1 {{'flow.yield' op value #0 is 'tensor<2xf64>', but region 'then' must hand on 'tensor<?xf64>'}}
    flow.yield %x : tensor<2xf64>
  } else {
    flow.yield %x : tensor<2xf64>
  }
  return %y : tensor<?xf64>
}

// -----

func.func @results_but_no_else(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.if' op region 'else' is empty, but the op has 1 result other than stacks, which both branches must yield}}
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

// Values of a region are invisible outside it.
func.func @inner_value_used_outside(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  flow.if %c : tensor<i1> {
    %y = prim.neg %x : tensor<f64>
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  return %y : tensor<f64>
}

// -----

func.func @value_of_the_other_branch(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  %r = flow.if %c : tensor<i1> -> tensor<f64> {
    %y = prim.neg %x : tensor<f64>
    flow.yield %y : tensor<f64>
  } else {
    // expected-error @+1 {{use of undeclared SSA value name}}
    flow.yield %y : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

func.func @value_defined_after_the_op(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  %r = flow.if %c : tensor<i1> -> tensor<f64> {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    flow.yield %y : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  // expected-note @+1 {{operand defined here (op in a parent region)}}
  %y = prim.neg %x : tensor<f64>
  return %r : tensor<f64>
}
