// RUN: cotan-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{a function value takes and returns tensors and functions, but this one has '!flow.stack' in its type}}
func.func @type_with_stack(%f: !fn.fn<(!flow.stack) -> tensor<f64>>) {
  return
}

// -----

// expected-error @below {{a function value takes and returns tensors and functions, but this one has 'i64' in its type}}
func.func @type_with_number(%f: !fn.fn<() -> i64>) {
  return
}

// -----

func.func @no_function() {
  // expected-error @below {{'fn.constant' op there is no function 'other'}}
  %f = fn.constant @other : !fn.fn<() -> ()>
  return
}

// -----

func.func private @takes_stack(!flow.stack)
func.func @constant_of_stack() {
  // expected-error @below {{'takes_stack' takes '!flow.stack', but a function value takes tensors and functions}}
  %f = fn.constant @takes_stack : !fn.fn<() -> ()>
  return
}

// -----

func.func private @f(tensor<f64>) -> tensor<f64>
func.func @constant_of_other_type() {
  // expected-error @below {{is '!fn.fn<(tensor<f32>) -> tensor<f64>>', but 'f' is '(tensor<f64>) -> tensor<f64>'}}
  %f = fn.constant @f : !fn.fn<(tensor<f32>) -> tensor<f64>>
  return
}

// -----

func.func private @f(tensor<f64>) -> tensor<f64>
func.func @closure_of_no_function(%x: tensor<f64>) {
  // expected-error @below {{'fn.closure' op there is no function 'g'}}
  %f = fn.closure @g(%x) : (tensor<f64>) -> !fn.fn<() -> tensor<f64>>
  return
}

// -----

func.func private @f(tensor<f64>) -> tensor<f64>
func.func @too_much_captured(%x: tensor<f64>) {
  // expected-error @below {{captures 2 values, but 'f' takes 1 argument}}
  %f = fn.closure @f(%x, %x) : (tensor<f64>, tensor<f64>) -> !fn.fn<() -> tensor<f64>>
  return
}

// -----

func.func private @f(tensor<f64>) -> tensor<f64>
func.func @wrong_capture(%x: tensor<f32>) {
  // expected-error @below {{captures 'tensor<f32>' as argument #0 of 'f', which is 'tensor<f64>'}}
  %f = fn.closure @f(%x) : (tensor<f32>) -> !fn.fn<() -> tensor<f64>>
  return
}

// -----

func.func private @f(tensor<f64>) -> tensor<f64>
func.func @wrong_closure(%x: tensor<f64>) {
  // expected-error @below {{is '!fn.fn<(tensor<f64>) -> tensor<f64>>', but 'f' is then '() -> tensor<f64>'}}
  %f = fn.closure @f(%x) : (tensor<f64>) -> !fn.fn<(tensor<f64>) -> tensor<f64>>
  return
}

// -----

func.func @partial_of_too_much(%f: !fn.fn<() -> ()>, %x: tensor<f64>) {
  // expected-error @below {{gives 1 argument, but the function takes 0}}
  %g = fn.partial %f(%x) : (!fn.fn<() -> ()>, tensor<f64>) -> !fn.fn<() -> ()>
  return
}

// -----

func.func @partial_of_wrong_type(%f: !fn.fn<(tensor<f64>) -> ()>, %x: tensor<f32>) {
  // expected-error @below {{has 'tensor<f32>' as argument #0, but the function has 'tensor<f64>'}}
  %g = fn.partial %f(%x) : (!fn.fn<(tensor<f64>) -> ()>, tensor<f32>) -> !fn.fn<() -> ()>
  return
}

// -----

func.func @partial_that_is_another(%f: !fn.fn<(tensor<f64>) -> ()>, %x: tensor<f64>) {
  // expected-error @below {{is '!fn.fn<(tensor<f64>) -> ()>', but what is left of the function is '() -> ()'}}
  %g = fn.partial %f(%x) : (!fn.fn<(tensor<f64>) -> ()>, tensor<f64>) -> !fn.fn<(tensor<f64>) -> ()>
  return
}

// -----

func.func @apply_what_is_no_function(%x: tensor<f64>) {
  // expected-error @below {{what is applied is 'tensor<f64>', but must be a function, as !fn.fn<(A) -> B>}}
  %y = fn.apply %x(%x) : tensor<f64>
  return
}

// -----

func.func @apply_to_too_few(%f: !fn.fn<(tensor<f64>) -> ()>) {
  // expected-error @below {{has 0 arguments, but the function has 1}}
  "fn.apply"(%f) : (!fn.fn<(tensor<f64>) -> ()>) -> ()
  return
}

// -----

func.func @apply_to_wrong_type(%f: !fn.fn<(tensor<f64>) -> ()>, %x: tensor<i64>) {
  // expected-error @below {{has 'tensor<i64>' as argument #0, but the function has 'tensor<f64>'}}
  "fn.apply"(%f, %x) : (!fn.fn<(tensor<f64>) -> ()>, tensor<i64>) -> ()
  return
}

// -----

func.func @apply_with_wrong_results(%f: !fn.fn<() -> tensor<f64>>) {
  // expected-error @below {{has 2 results, but the function has 1}}
  %y:2 = "fn.apply"(%f) : (!fn.fn<() -> tensor<f64>>) -> (tensor<f64>, tensor<f64>)
  return
}

// -----

func.func @switch_of_nothing(%i: tensor<i64>) {
  // expected-error @below {{has no function to choose from; it needs at least one}}
  %f = "fn.switch"(%i) : (tensor<i64>) -> !fn.fn<() -> ()>
  return
}

// -----

func.func @condition_for_three(%c: tensor<i1>, %f: !fn.fn<() -> ()>) {
  // expected-error @below {{chooses between 3 functions by a condition, which is for two; give an index for others}}
  %g = fn.switch %c, %f, %f, %f : tensor<i1>, !fn.fn<() -> ()>
  return
}

// -----

func.func @switch_of_other_type(%i: tensor<i64>, %f: !fn.fn<() -> ()>, %g: !fn.fn<() -> tensor<f64>>) {
  // expected-error @below {{chooses '!fn.fn<() -> ()>', but function #1 is '!fn.fn<() -> tensor<f64>>'}}
  %h = "fn.switch"(%i, %f, %g) : (tensor<i64>, !fn.fn<() -> ()>, !fn.fn<() -> tensor<f64>>) -> !fn.fn<() -> ()>
  return
}

// -----

func.func @switch_by_float(%x: tensor<f64>, %f: !fn.fn<() -> ()>) {
  // expected-error @below {{operand #0 must be 0-d tensor of i1 or integers, but got 'tensor<f64>'}}
  %h = "fn.switch"(%x, %f, %f) : (tensor<f64>, !fn.fn<() -> ()>, !fn.fn<() -> ()>) -> !fn.fn<() -> ()>
  return
}

// -----

func.func @map_of_nothing(%f: !fn.fn<() -> ()>) {
  // expected-error @below {{maps a function without arguments, so nothing says how often}}
  fn.map %f() : (!fn.fn<() -> ()>) -> ()
  return
}

// -----

func.func @unequal_nests(%f: !fn.fn<(tensor<f64>, tensor<f64>) -> ()>, %x: tensor<f64>) {
  // expected-error @below {{has 3 values in its nests for a function of 2 arguments: all nests must have equally many}}
  fn.map %f(%x, %x, %x) : (!fn.fn<(tensor<f64>, tensor<f64>) -> ()>, tensor<f64>, tensor<f64>, tensor<f64>) -> ()
  return
}

// -----

func.func @wrong_leaf(%f: !fn.fn<(tensor<f64>) -> ()>, %x: tensor<f64>, %i: tensor<i64>) {
  // expected-error @below {{has 'tensor<i64>' as leaf #1, but the function has 'tensor<f64>'}}
  fn.map %f(%x, %i) : (!fn.fn<(tensor<f64>) -> ()>, tensor<f64>, tensor<i64>) -> ()
  return
}

// -----

func.func @wrong_results_of_map(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>, %x: tensor<f64>) {
  // expected-error @below {{has 1 result, but the function has 2}}
  %y = fn.map %f(%x, %x) : (!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>, tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @grad_of_nothing(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>) {
  // expected-error @below {{'fn.grad' has no argument to differentiate with respect to; name some}}
  %g = fn.grad %f wrt [] : !fn.fn<(tensor<f64>) -> tensor<f64>>
  return
}

// -----

func.func @no_such_argument(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>) {
  // expected-error @below {{'fn.vjp' names argument #1, but the function takes 1 argument}}
  %g = fn.vjp %f wrt [1] : !fn.fn<(tensor<f64>) -> tensor<f64>>
  return
}

// -----

func.func @argument_twice(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>) {
  // expected-error @below {{'fn.jvp' must name arguments once, in their order, but names #0 after #0}}
  %g = fn.jvp %f wrt [0, 0] : !fn.fn<(tensor<f64>) -> tensor<f64>>
  return
}

// -----

func.func @integer_argument(%f: !fn.fn<(tensor<i64>) -> tensor<f64>>) {
  // expected-error @below {{'fn.grad' names argument #0, which is 'tensor<i64>'; only tensors of floats carry a derivative}}
  %g = fn.grad %f wrt [0] : !fn.fn<(tensor<i64>) -> tensor<f64>>
  return
}

// -----

func.func @gradient_of_vector(%f: !fn.fn<(tensor<f64>) -> tensor<2xf64>>) {
  // expected-error @below {{'fn.grad' needs one result, a 0-d tensor of floats, but the function is '!fn.fn<(tensor<f64>) -> tensor<2xf64>>'; fn.vjp takes any}}
  %g = fn.grad %f wrt [0] : !fn.fn<(tensor<f64>) -> tensor<2xf64>>
  return
}

// -----

func.func @derivative_of_function(%f: !fn.fn<(tensor<f64>) -> !fn.fn<() -> tensor<f64>>>) {
  // expected-error @below {{'fn.vjp' is of a function that returns '!fn.fn<() -> tensor<f64>>'; apply that first}}
  %g = fn.vjp %f wrt [0] : !fn.fn<(tensor<f64>) -> !fn.fn<() -> tensor<f64>>>
  return
}

// -----

func.func @wrong_derivative(%f: !fn.fn<(tensor<f64>) -> tensor<f64>>) {
  // expected-error @below {{inferred type(s) '!fn.fn<(tensor<f64>) -> tensor<f64>>' are incompatible with return type(s) of operation '!fn.fn<() -> ()>'}}
  // expected-error @below {{failed to infer returned types}}
  %g = "fn.grad"(%f) <{wrt = array<i64: 0>}> : (!fn.fn<(tensor<f64>) -> tensor<f64>>) -> !fn.fn<() -> ()>
  return
}
