// RUN: cotan-opt %s -split-input-file -verify-diagnostics --resolve-functions

!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}

// A number of derivatives that data says.
func.func @unknown_order(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @id : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> !map
  body(%i: tensor<i64>, %g: !map) {
    // expected-error @below {{this function is made of one that may have been made here: how deep they are nested is known only when the program runs; nest them a fixed number of times}}
    %dg = fn.grad %g wrt [0] : !map
    flow.yield %dg : !map
  }
  %y = fn.apply %h(%x) : !map
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

// -----

// A derivative of what calls the derivative.
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @again(%n: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %more = prim.lt %zero, %n : tensor<f64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<f64>
    %f = fn.closure @again(%m) : (tensor<f64>) -> !map
    // expected-error @below {{this derivative is of a function that is made of the derivative itself: of which order it is, is known only when the program runs}}
    %df = fn.grad %f wrt [0] : !map
    %v = fn.apply %df(%x) : !map
    flow.yield %v : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @recursive_derivative(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @again(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
