// RUN: cotan-opt %s -split-input-file -verify-diagnostics --resolve-functions

!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}

// What is kept in rows has one size.
func.func private @scaled(%h: !map, %w: tensor<?xf64>, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %h(%x) : !map
  %s = prim.sum %w axes [0] : tensor<?xf64>
  %z = prim.mul %y, %s : tensor<f64>
  return %z : tensor<f64>
}
func.func @open_size_in_a_row(%n: tensor<i64>, %w: tensor<?xf64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @id : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> !map
  body(%i: tensor<i64>, %g: !map) {
    // expected-error @below {{this function is made of one that may have been made here: how deep they are nested is known only when the program runs, so what it captures must be tensors of known sizes, but it captures 'tensor<?xf64>'}}
    %c = fn.closure @scaled(%g, %w) : (!map, tensor<?xf64>) -> !map
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// -----

// A rule says what flows to its operands, not to rows.
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @scaled(%h: !map, %w: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %h(%x) : !map
  %z = prim.mul %y, %w : tensor<f64>
  return %z : tensor<f64>
}
func.func private @grown(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.cast %x : tensor<f64> -> tensor<i64>
  %f = fn.constant @id : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> !map
  body(%i: tensor<i64>, %g: !map) {
    %c = fn.closure @scaled(%g, %x) : (!map, tensor<f64>) -> !map
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func private @reverse(%dy: tensor<f64>) -> tensor<f64> {
  return %dy : tensor<f64>
}
func.func @rule(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @below {{'flow.custom_call' op calls a function with functions in it of which it is known only when the program runs how deep they are nested; its rule cannot say what flows to what they capture}}
  %y = flow.custom_call @grown(%x) forward @grown reverse @reverse : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func @in_frame(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  %f = fn.constant @id : !map
  // expected-error @below {{has a function in its frame, but frames hold tensors and stacks; hand functions on as variables of the loop}}
  flow.push_back %s, %f : !map
  %g = flow.pop_back %s : !map
  %y = fn.apply %g(%x) : !map
  return %y : tensor<f64>
}

// -----

// expected-error @below {{'elsewhere' takes functions, but has no body; give it one}}
func.func private @elsewhere(!fn.fn<(tensor<f64>) -> tensor<f64>>) -> tensor<f64>
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func @without_body() -> tensor<f64> {
  %f = fn.constant @id : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %y = func.call @elsewhere(%f) : (!fn.fn<(tensor<f64>) -> tensor<f64>>) -> tensor<f64>
  return %y : tensor<f64>
}

