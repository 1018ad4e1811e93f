// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// What flow.custom_call and its functions must be.

func.func @unknown_function(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{there is no function 'nowhere'}}
  %y = flow.custom_call @same(%x) forward @nowhere reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

func.func @operands(%x: tensor<f32>) -> tensor<f64> {
  // expected-error @+1 {{'same' has 'tensor<f64>' as argument #0, but must have 'tensor<f32>': the op has these operands}}
  %y = flow.custom_call @same(%x) forward @same reverse @same : (tensor<f32>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

func.func @number_of_operands(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'same' has 1 argument, but must have 2: the op has these operands}}
  %y = flow.custom_call @same(%x, %x) forward @same reverse @same : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

func.func @results(%x: tensor<f64>) -> tensor<f32> {
  // expected-error @+1 {{'same' has 'tensor<f64>' as result #0, but must have 'tensor<f32>': the op has these results}}
  %y = flow.custom_call @same(%x) forward @same reverse @same : (tensor<f64>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

func.func @forward_arguments(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'forward' has 'tensor<f32>' as argument #0, but must have 'tensor<f64>': those of 'same'}}
  %y = flow.custom_call @same(%x) forward @forward reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @forward(%x: tensor<f32>) -> tensor<f64>

// -----

func.func @forward_without_results(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'forward' has 0 results, but must have at least 1: those of 'same', then residuals}}
  %y = flow.custom_call @same(%x) forward @forward reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @forward(%x: tensor<f64>)

// -----

func.func @residuals_first(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'forward' has 'tensor<i64>' as result #0, but must have 'tensor<f64>': those of 'same', then residuals}}
  %y = flow.custom_call @same(%x) forward @forward reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @forward(%x: tensor<f64>) -> (tensor<i64>, tensor<f64>)

// -----

func.func @reverse_without_residual(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'same' has 1 argument, but must have 2: the residuals of 'forward', then a cotangent for each result of 'same' that is a tensor of floats}}
  %y = flow.custom_call @same(%x) forward @forward reverse @same : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @forward(%x: tensor<f64>) -> (tensor<f64>, tensor<i64>)

// -----

// An integer has no cotangent.
func.func @cotangent_of_an_integer(%x: tensor<f64>, %i: tensor<i64>) -> tensor<f64> {
  // expected-error @+1 {{'reverse' has 2 results, but must have 1: a cotangent for each argument of 'index' that is a tensor of floats}}
  %y = flow.custom_call @index(%x, %i) forward @index reverse @reverse : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @index(%x: tensor<f64>, %i: tensor<i64>) -> tensor<f64>
func.func private @reverse(%dy: tensor<f64>) -> (tensor<f64>, tensor<i64>)

// -----

func.func @order_of_none(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{attribute 'order' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %y = flow.custom_call @same(%x) forward @same reverse @same {order = 0} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

// With an order the results are those of the forward function.
func.func @residuals_left_out(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'forward' has 2 results, but must have 1: the op has these results}}
  %y = flow.custom_call @same(%x) forward @forward reverse @reverse {order = 1} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>
func.func private @forward(%x: tensor<f64>) -> (tensor<f64>, tensor<i64>)
func.func private @reverse(%i: tensor<i64>, %dy: tensor<f64>) -> tensor<f64>

// -----

func.func @more_captured_than_given(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.custom_call' op has 1 operand, but 2 are said to be captured}}
  %y = flow.custom_call @same(%x) forward @same reverse @same {captured = 2} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @same(%x: tensor<f64>) -> tensor<f64>

// -----

func.func @no_such_jvp(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.custom_call' op there is no function 'nothing'}}
  %y = flow.custom_call @f(%x) forward @f reverse @g jvp @nothing : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @f(%x: tensor<f64>) -> tensor<f64>
func.func private @g(%dy: tensor<f64>) -> tensor<f64>

// -----

func.func @jvp_without_tangents(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.custom_call' op 'f' has 1 argument, but must have 2: those of 'f', then a tangent for each that is a tensor of floats}}
  %y = flow.custom_call @f(%x) forward @f reverse @g jvp @f : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @f(%x: tensor<f64>) -> tensor<f64>
func.func private @g(%dy: tensor<f64>) -> tensor<f64>

// -----

func.func @jvp_of_another_type(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.custom_call' op 'j' has 'tensor<f32>' as result #1, but must have 'tensor<f64>': those of 'f', then a tangent for each that is a tensor of floats}}
  %y = flow.custom_call @f(%x, %n) forward @f reverse @g jvp @j : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @f(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64>
func.func private @g(%dy: tensor<f64>) -> tensor<f64>
func.func private @j(%x: tensor<f64>, %n: tensor<i64>, %dx: tensor<f64>) -> (tensor<f64>, tensor<f32>)

// -----

func.func @checkpoint_of_no_call(%x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'flow.checkpoint' marks calls of functions, but this is 'prim.sin'}}
  %y = prim.sin %x {flow.checkpoint} : tensor<f64>
  return %y : tensor<f64>
}

// -----

// What a derivative would have to keep of a stack is not known.
func.func @stack_of_a_checkpoint(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  // expected-error @+1 {{'flow.checkpoint' marks calls that take and return tensors, which the derivative can keep, but this one has a '!flow.stack'}}
  %y = func.call @takes_a_stack(%s, %x) {flow.checkpoint} : (!flow.stack, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @takes_a_stack(!flow.stack, tensor<f64>) -> tensor<f64>
