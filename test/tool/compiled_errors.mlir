// What machine code refuses while it runs, as the interpreter does.
// RUN: not cotan run %s --entry step_of_zero --input 0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not cotan run %s --entry lengths_of_a_scan --input [1,2,3] --input [1,2] 2>&1 | FileCheck %s --check-prefix=LENGTHS
// RUN: not cotan run %s --entry shapes_differ --input [1,2,3] --input [1,2] 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not cotan run %s --entry updates_of_another_size --input [[1,2],[3,4]] --input [[9,9]] 2>&1 | FileCheck %s --check-prefix=UPDATES
// RUN: not cotan run %s --entry a_block_of_another_size --input [[1,2],[3,4]] --input [[9]] 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not cotan run %s --entry pops_an_empty_stack 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not cotan run %s --entry pops_another_type --input 1 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not cotan run %s --entry pops_another_shape --input [1,2] 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not cotan run %s --entry returns_a_stack 2>&1 | FileCheck %s --check-prefix=RETURNS
// RUN: not cotan run %s --entry diverges --input 1 --max-memory 1MB 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not cotan run %s --entry diverges --input 1 --max-steps 1000 2>&1 | FileCheck %s --check-prefix=STEPS

func.func @step_of_zero(%n: tensor<i64>) -> tensor<i64> {
  // STEP: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'flow.for': the step of the loop is 0
  %y = flow.for %n to %n step %n : tensor<i64> carry(%n) : (tensor<i64>) -> (tensor<i64>)
  body(%i: tensor<i64>, %a: tensor<i64>) {
    flow.yield %i : tensor<i64>
  }
  return %y : tensor<i64>
}

func.func @lengths_of_a_scan(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // LENGTHS: error: {{.*}}
  %r = flow.scan carry() over(%x, %y) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  body(%a: tensor<f64>, %b: tensor<f64>) {
    %c = prim.add %a, %b : tensor<f64>
    flow.yield %c : tensor<f64>
  }
  return %r : tensor<?xf64>
}

func.func @shapes_differ(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // SHAPES: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'prim.add': operand shapes differ along axis 0
  %z = prim.add %x, %y : tensor<?xf64>
  return %z : tensor<?xf64>
}

func.func @pops_an_empty_stack() -> tensor<f64> {
  %s = flow.create_stack
  // EMPTY: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'flow.pop_back': the stack is empty
  %x = flow.pop_back %s : tensor<f64>
  return %x : tensor<f64>
}

func.func @pops_another_type(%x: tensor<f64>) -> tensor<f32> {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  // TYPE: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'flow.pop_back': the frame holds values of other types
  %y = flow.pop_back %s : tensor<f32>
  return %y : tensor<f32>
}

func.func @pops_another_shape(%x: tensor<2xf64>) -> tensor<3x?xf64> {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<2xf64>
  // SHAPE: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'flow.pop_back': the frame holds values of other types
  %y = flow.pop_back %s : tensor<3x?xf64>
  return %y : tensor<3x?xf64>
}

// RETURNS: compiled_errors.mlir:[[#@LINE+1]]:1: error: result #0 is a stack, which cannot be returned
func.func @returns_a_stack() -> !flow.stack {
  %s = flow.create_stack
  return %s : !flow.stack
}

func.func @diverges(%x: tensor<f64>) -> tensor<f64> {
  %true = prim.constant dense<true> : tensor<i1>
  %s = flow.create_stack
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    flow.cond_yield %true : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    // MEMORY: compiled_errors.mlir:[[#@LINE+1]]:5: error: 'flow.push_back': the memory limit of 1000000 bytes is reached
    flow.push_back %s, %a : tensor<f64>
    %b = prim.add %a, %a : tensor<f64>
    // STEPS: compiled_errors.mlir:[[#@LINE+1]]:5: error: 'flow.yield': the limit of 1000 steps is reached
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
}

// Indices that count name a block, but the updates must have its size.
func.func @updates_of_another_size(%x: tensor<?x2xf64>, %u: tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>) {
  %i = prim.iota axis 0 -> tensor<2xi64>
  // UPDATES: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'prim.scatter{{.*}}'
  %y = prim.scatter %x at %i update %u axis 1 : tensor<?x2xf64>, tensor<2xi64>, tensor<?x2xf64>
  %z = prim.scatter_add %x at %i update %u axis 1 : tensor<?x2xf64>, tensor<2xi64>, tensor<?x2xf64>
  return %y, %z : tensor<?x2xf64>, tensor<?x2xf64>
}
func.func @a_block_of_another_size(%x: tensor<?x2xf64>, %u: tensor<?x1xf64>) -> tensor<?x2xf64> {
  %i = prim.constant dense<1> : tensor<1xi64>
  // BLOCK: compiled_errors.mlir:[[#@LINE+1]]:8: error: 'prim.scatter'
  %y = prim.scatter %x at %i update %u axis 1 : tensor<?x2xf64>, tensor<1xi64>, tensor<?x1xf64>
  return %y : tensor<?x2xf64>
}
