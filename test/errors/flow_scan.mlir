// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @goes_over_nothing(%h: tensor<f64>) {
  // expected-error @+1 {{'flow.scan' op has no tensor to go over; use 'flow.for'}}
  %r = flow.scan carry(%h) over() : (tensor<f64>) -> tensor<f64>
  body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @goes_over_a_scalar(%h: tensor<f64>) {
  // expected-error @+1 {{'flow.scan' op input #0 is 'tensor<f64>', which has no first axis to go over}}
  flow.scan carry() over(%h) : (tensor<f64>) -> ()
  body(%a: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @goes_over_no_tensor(%c: i1) {
  // expected-error @+1 {{'flow.scan' op operand #0 must be variadic of ranked tensor of any type values, but got 'i1'}}
  flow.scan carry() over(%c) : (i1) -> ()
  body(%a: i1) {
    flow.yield
  }
  return
}

// -----

func.func @inputs_differ_in_length(%x: tensor<3xf64>, %y: tensor<?xf64>, %z: tensor<4xf64>) {
  // expected-error @+1 {{'flow.scan' op inputs differ in their first axis: 3 and 4}}
  flow.scan carry() over(%y, %x, %z) : (tensor<?xf64>, tensor<3xf64>, tensor<4xf64>) -> ()
  body(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @too_few_results(%h: tensor<f64>, %x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op has 0 results, but carries 1 operand}}
  flow.scan carry(%h) over(%x) : (tensor<f64>, tensor<3xf64>) -> ()
  body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield
  }
  return
}

// -----

func.func @carried_result_of_another_type(%h: tensor<f64>, %x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op result #0 is 'tensor<f32>', but the loop carries 'tensor<f64>'}}
  %r = flow.scan carry(%h) over(%x) : (tensor<f64>, tensor<3xf64>) -> tensor<f32>
  body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @stacked_result_of_another_length(%h: tensor<f64>, %x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op result #1 is 'tensor<4xf64>', but must be a tensor whose first axis is that of the inputs: 3}}
  %r:2 = flow.scan carry(%h) over(%x) : (tensor<f64>, tensor<3xf64>) -> (tensor<f64>, tensor<4xf64>)
  body(%a: tensor<f64>, %b: tensor<f64>) {
    flow.yield %a, %b : tensor<f64>, tensor<f64>
  }
  return
}

// -----

func.func @stacked_result_is_no_tensor(%x: tensor<?xf64>) {
  // expected-error @+1 {{'flow.scan' op result #0 is '!flow.stack', but must be a tensor whose first axis is that of the inputs: ?}}
  %r = flow.scan carry() over(%x) : (tensor<?xf64>) -> !flow.stack
  body(%b: tensor<f64>) {
    flow.yield %b : tensor<f64>
  }
  return
}

// -----

func.func @body_takes_the_whole_tensor(%x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op argument #0 of region 'body' is 'tensor<3xf64>', but must be 'tensor<f64>'}}
  flow.scan carry() over(%x) : (tensor<3xf64>) -> ()
  body(%b: tensor<3xf64>) {
    flow.yield
  }
  return
}

// -----

func.func @body_takes_less(%h: tensor<f64>, %x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op region 'body' must take 2 arguments, but takes 1}}
  %r = flow.scan carry(%h) over(%x) : (tensor<f64>, tensor<3xf64>) -> tensor<f64>
  body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return
}

// -----

func.func @body_is_empty(%x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op region 'body' is empty, but must be one block}}
  "flow.scan"(%x) <{operandSegmentSizes = array<i32: 0, 1>}> ({}) : (tensor<3xf64>) -> ()
  return
}

// -----

func.func @body_ends_with_return(%x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' op region 'body' must end with 'flow.yield', but ends with 'func.return'}}
  flow.scan carry() over(%x) : (tensor<3xf64>) -> ()
  body(%b: tensor<f64>) {
    func.return
  }
  return
}

// -----

func.func @body_stacks_whole_tensors(%x: tensor<3x2xf64>) {
  %r = flow.scan carry() over(%x) : (tensor<3x2xf64>) -> tensor<3x2xf64>
  body(%b: tensor<2xf64>) {
    // expected-error @+1 {{'flow.yield' op value #0 is 'tensor<3x2xf64>', but region 'body' must hand on 'tensor<2xf64>'}}
    flow.yield %x : tensor<3x2xf64>
  }
  return
}

// -----

func.func @body_yields_less(%h: tensor<f64>, %x: tensor<3xf64>) {
  // expected-note @+1 {{the op is here}}
  %r:2 = flow.scan carry(%h) over(%x) : (tensor<f64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  body(%a: tensor<f64>, %b: tensor<f64>) {
    // expected-error @+1 {{'flow.yield' op hands on 1 value, but region 'body' of 'flow.scan' must hand on 2}}
    flow.yield %a : tensor<f64>
  }
  return
}
