// cotan grad: calls that cannot be inlined, and functions that never return.
// RUN: not cotan grad %s --entry calls_no_inline 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// ATTRIBUTE: inline.mlir:[[#@LINE+2]]:8: error: the call of 'stays' cannot be inlined; remove 'no_inline'
func.func @calls_no_inline(%x: tensor<f64>) -> tensor<f64> {
  %y = call @stays(%x) {no_inline} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @stays(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}

// RUN: not cotan grad %s --entry calls_endless 2>&1 | FileCheck %s --check-prefix=CALLEE
// CALLEE: inline.mlir:[[#@LINE+2]]:8: error: the call of 'endless' cannot be inlined: it ends in 'ub.unreachable', not in 'func.return'
func.func @calls_endless(%x: tensor<f64>) -> tensor<f64> {
  %y = call @endless(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// RUN: not cotan grad %s --entry endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: inline.mlir:[[#@LINE+2]]:3: error: 'ub.unreachable' ends 'endless', so it has no results; end it with 'func.return'
func.func @endless(%x: tensor<f64>) -> tensor<f64> {
  ub.unreachable
}

// The option of all calls, and what is said of them.
// RUN: cotan grad %s --entry calls_twice --calls keep --remarks 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: inline.mlir:[[#@LINE+12]]:1: remark: {{.*}}'square' stays a function: 1 ops, 2 calls
// KEPT: func.func @calls_twice
// KEPT: call @square.forward
// KEPT: call @square.reverse
// RUN: cotan run %s --entry calls_twice --calls inline --remarks --input 3 2>&1 | FileCheck %s --check-prefix=INLINED
// INLINED: {{.*}}'square' is inlined: 1 ops, 2 calls
// INLINED: result0: f64[] = 81
func.func @calls_twice(%x: tensor<f64>) -> tensor<f64> {
  %y = call @square(%x) : (tensor<f64>) -> tensor<f64>
  %z = call @square(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
