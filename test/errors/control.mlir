// What control flow refuses while a program runs.
// RUN: not cotan run %s --backend=reference --entry step_of_zero --input 0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not cotan run %s --backend=reference --entry lengths_of_a_scan --input [1,2,3] --input [1,2] 2>&1 | FileCheck %s --check-prefix=LENGTHS
// RUN: not cotan run %s --backend=reference --entry rows_of_a_scan --input [1,2,3] 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not cotan run %s --backend=reference --entry shape_of_a_variable --input [1,2,3] 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not cotan run %s --backend=reference --entry pops_an_empty_stack 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not cotan run %s --backend=reference --entry pops_fewer_values --input 1 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not cotan run %s --backend=reference --entry pops_another_element_type --input 1 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not cotan run %s --backend=reference --entry pops_a_stack --input 1 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: not cotan run %s --backend=reference --entry pops_another_shape --input [1,2] 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not cotan run %s --backend=reference --entry returns_a_stack 2>&1 | FileCheck %s --check-prefix=RETURNS
// RUN: not cotan run %s --backend=reference --entry takes_a_stack --input 1 2>&1 | FileCheck %s --check-prefix=TAKES

func.func @step_of_zero(%step: tensor<i64>) {
  %one = prim.constant dense<1> : tensor<i64>
  // STEP: control.mlir:[[#@LINE+1]]:3: error: 'flow.for': the step of the loop is 0; it must be positive or negative
  flow.for %one to %one step %step : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    flow.yield
  }
  return
}

func.func @lengths_of_a_scan(%xs: tensor<?xf64>, %ys: tensor<?xf64>) {
  // LENGTHS: control.mlir:[[#@LINE+1]]:3: error: 'flow.scan': the inputs differ in their first axis: 3 and 2
  flow.scan carry() over(%xs, %ys) : (tensor<?xf64>, tensor<?xf64>) -> ()
  body(%x: tensor<f64>, %y: tensor<f64>) {
    flow.yield
  }
  return
}

func.func @rows_of_a_scan(%xs: tensor<?xi64>) -> tensor<?x?xi64> {
  %r = flow.scan carry() over(%xs) : (tensor<?xi64>) -> tensor<?x?xi64>
  body(%x: tensor<i64>) {
    %size = prim.reshape %x : tensor<i64> -> tensor<1xi64>
    %row = prim.iota axis 0 to %size : tensor<1xi64> -> tensor<?xi64>
    // ROWS: control.mlir:[[#@LINE+1]]:5: error: 'flow.yield': the stacked values change their shape from [1] to [2]
    flow.yield %row : tensor<?xi64>
  }
  return %r : tensor<?x?xi64>
}

func.func @shape_of_a_variable(%x: tensor<?xf64>) -> tensor<2xf64> {
  %shape = prim.constant dense<3> : tensor<1xi64>
  // VARIABLE: control.mlir:[[#@LINE+1]]:8: error: 'prim.reshape': the shape operand differs from the result, whose axis 0 has size 2; found shapes [3] and [1]
  %y = prim.reshape %x to %shape : tensor<?xf64>, tensor<1xi64> -> tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @pops_an_empty_stack() {
  %s = flow.create_stack
  // EMPTY: control.mlir:[[#@LINE+1]]:3: error: 'flow.pop_back': the stack is empty
  flow.pop_back %s
  return
}

func.func @pops_fewer_values(%x: tensor<f64>) {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  // FEWER: control.mlir:[[#@LINE+1]]:3: error: 'flow.pop_back': the frame holds 1 values, but 0 are popped
  flow.pop_back %s
  return
}

func.func @pops_another_element_type(%x: tensor<f64>) {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  // ELEMENT: control.mlir:[[#@LINE+1]]:8: error: 'flow.pop_back': value #0 of the frame is tensor<f64>, but tensor<f32> is popped
  %y = flow.pop_back %s : tensor<f32>
  return
}

func.func @pops_a_stack(%x: tensor<f64>) {
  %s = flow.create_stack
  flow.push_back %s, %x, %x : tensor<f64>, tensor<f64>
  // STACK: control.mlir:[[#@LINE+1]]:10: error: 'flow.pop_back': value #1 of the frame is tensor<f64>, but !flow.stack is popped
  %y:2 = flow.pop_back %s : tensor<f64>, !flow.stack
  return
}

func.func @pops_another_shape(%x: tensor<2xf64>) {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<2xf64>
  // SHAPE: control.mlir:[[#@LINE+1]]:8: error: 'flow.pop_back': value #0 of the frame is tensor<2xf64>, but tensor<3x?xf64> is popped
  %y = flow.pop_back %s : tensor<3x?xf64>
  return
}

// RETURNS: control.mlir:[[#@LINE+1]]:1: error: result #0 is a stack or a function, which cannot be returned
func.func @returns_a_stack() -> !flow.stack {
  %s = flow.create_stack
  return %s : !flow.stack
}

// TAKES: error: --input 1: argument #0 is !flow.stack: a value of this type cannot be given; tensors, integers and floats can
func.func @takes_a_stack(%s: !flow.stack) {
  return
}
