// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @index_is_a_number(%i: tensor<f64>) {
  // expected-error @+1 {{'flow.switch' op operand #0 must be 0-d integer tensor or integer, but got 'tensor<f64>'}}
  flow.switch %i : tensor<f64>
  case {
  }
  return
}

// -----

func.func @index_is_a_condition(%i: tensor<i1>) {
  // expected-error @+1 {{'flow.switch' op operand #0 must be 0-d integer tensor or integer, but got 'tensor<i1>'}}
  flow.switch %i : tensor<i1>
  case {
  }
  return
}

// -----

func.func @no_case(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op has no case; it needs at least one}}
  flow.switch %i : tensor<i64>
  return
}

// -----

func.func @no_region(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op expected 1 or more regions}}
  "flow.switch"(%i) : (tensor<i64>) -> ()
  return
}

// -----

func.func @case_is_empty(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op region 'case #1' is empty, but must be one block}}
  "flow.switch"(%i) ({}, {
    flow.yield
  }, {}) : (tensor<i64>) -> ()
  return
}

// -----

func.func @case_is_two_blocks(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op region 'case #0' must be one block, but has 2}}
  flow.switch %i : tensor<i64>
  case {
    cf.br ^next
  ^next:
  }
  return
}

// -----

func.func @case_takes_an_argument(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op region 'case #0' must take 0 arguments, but takes 1}}
  flow.switch %i : tensor<i64>
  case(%x: tensor<i64>) {
  }
  return
}

// -----

func.func @case_ends_with_return(%i: tensor<i64>) {
  // expected-error @+1 {{'flow.switch' op region 'case #0' must end with 'flow.yield', but ends with 'func.return'}}
  flow.switch %i : tensor<i64>
  case {
    func.return
  }
  return
}

// -----

func.func @one_case_yields_less(%i: tensor<i64>) -> tensor<i64> {
  // expected-note @+1 {{the op is here}}
  %r = flow.switch %i : tensor<i64> -> tensor<i64>
  case {
    flow.yield %i : tensor<i64>
  }
  case {
    // expected-error @+1 {{'flow.yield' op hands on 0 values, but region 'case #1' of 'flow.switch' must hand on 1}}
    flow.yield
  }
  return %r : tensor<i64>
}

// -----

func.func @one_case_yields_another_type(%i: tensor<i64>, %x: tensor<f64>) -> tensor<i64> {
  %r = flow.switch %i : tensor<i64> -> tensor<i64>
  case {
    // expected-error @+1 {{'flow.yield' op value #0 is 'tensor<f64>', but region 'case #0' must hand on 'tensor<i64>'}}
    flow.yield %x : tensor<f64>
  }
  return %r : tensor<i64>
}
