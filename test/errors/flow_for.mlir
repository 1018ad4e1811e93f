// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @bounds_are_numbers(%n: tensor<f64>) {
  // expected-error @+1 {{'flow.for' op operand #0 must be 0-d tensor of i8, i16, i32 or i64, but got 'tensor<f64>'}}
  flow.for %n to %n step %n : tensor<f64> carry() : () -> ()
  body(%i: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @bounds_are_unsigned(%n: tensor<ui64>) {
  // expected-error @+1 {{'flow.for' op operand #0 must be 0-d tensor of i8, i16, i32 or i64, but got 'tensor<ui64>'}}
  flow.for %n to %n step %n : tensor<ui64> carry() : () -> ()
  body(%i: tensor<ui64>) {
    flow.yield
  }
  return
}

// -----

func.func @bounds_differ(%n: tensor<i64>, %m: tensor<i32>) {
  // expected-error @+1 {{'flow.for' op lower bound, upper bound and step must be of one type, but are 'tensor<i64>', 'tensor<i32>' and 'tensor<i64>'}}
  "flow.for"(%n, %m, %n) ({}, {
  ^body(%i: tensor<i64>):
    flow.yield
  }) : (tensor<i64>, tensor<i32>, tensor<i64>) -> ()
  return
}

// -----

func.func @steps_differ(%n: tensor<i64>, %m: tensor<i32>) {
  // expected-error @+1 {{'flow.for' op lower bound, upper bound and step must be of one type, but are 'tensor<i64>', 'tensor<i64>' and 'tensor<i32>'}}
  "flow.for"(%n, %n, %m) ({}, {
  ^body(%i: tensor<i64>):
    flow.yield
  }) : (tensor<i64>, tensor<i64>, tensor<i32>) -> ()
  return
}

// -----

func.func @too_many_results(%n: tensor<i64>) {
  // expected-error @+1 {{'flow.for' op has 1 result, but carries 0 operands and 0 stacks}}
  %r = flow.for %n to %n step %n : tensor<i64> carry() : () -> tensor<i64>
  body(%i: tensor<i64>) {
    flow.yield
  }
  return
}

// -----

func.func @result_of_another_type(%n: tensor<i64>, %x: tensor<f64>) {
  // expected-error @+1 {{'flow.for' op result #0 is 'tensor<i64>', but the loop carries 'tensor<f64>'}}
  %r = flow.for %n to %n step %n : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<i64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @body_takes_no_index(%n: tensor<i64>) {
  // expected-error @+1 {{'flow.for' op region 'body' must take 1 argument, but takes 0}}
  flow.for %n to %n step %n : tensor<i64> carry() : () -> ()
  body {
    flow.yield
  }
  return
}

// -----

func.func @index_of_another_type(%n: tensor<i64>) {
  // expected-error @+1 {{'flow.for' op argument #0 of region 'body' is 'tensor<i32>', but must be 'tensor<i64>'}}
  flow.for %n to %n step %n : tensor<i64> carry() : () -> ()
  body(%i: tensor<i32>) {
    flow.yield
  }
  return
}

// -----

func.func @body_is_empty(%n: tensor<i64>) {
  // expected-error @+1 {{'flow.for' op region 'body' is empty, but must be one block}}
  "flow.for"(%n, %n, %n) ({}, {}) : (tensor<i64>, tensor<i64>, tensor<i64>) -> ()
  return
}

// -----

func.func @body_ends_with_return(%n: tensor<i64>) {
  // expected-error @+1 {{'flow.for' op region 'body' must end with 'flow.yield', but ends with 'func.return'}}
  flow.for %n to %n step %n : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    func.return
  }
  return
}

// -----

func.func @body_yields_the_index_too(%n: tensor<i64>, %x: tensor<f64>) {
  // expected-note @+1 {{the op is here}}
  %r = flow.for %n to %n step %n : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    // expected-error @+1 {{'flow.yield' op hands on 2 values, but region 'body' of 'flow.for' must hand on 1}}
    flow.yield %i, %a : tensor<i64>, tensor<f64>
  }
  return
}

// -----

func.func @body_yields_another_type(%n: tensor<i64>, %x: tensor<f64>) {
  %r = flow.for %n to %n step %n : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    // expected-error @+1 {{'flow.yield' op value #0 is 'tensor<i64>', but region 'body' must hand on 'tensor<f64>'}}
    flow.yield %i : tensor<i64>
  }
  return
}
