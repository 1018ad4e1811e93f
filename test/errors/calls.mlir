// Calls, and ops that cannot be run.
// RUN: not cotan run %s --backend=reference --entry calls_what_has_no_body --input 1 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not cotan run %s --backend=reference --entry never_ends --input 1 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: not cotan run %s --backend=reference --entry calls_what_cannot_be_run --input 1 2>&1 | FileCheck %s --check-prefix=CALLEE
// RUN: not cotan run %s --backend=reference --entry op_of_another_dialect --input 1 2>&1 | FileCheck %s --check-prefix=ANOTHER
// RUN: not cotan run %s --backend=reference --entry external 2>&1 | FileCheck %s --check-prefix=EXTERNAL

// EXTERNAL: error: the program has no function 'external' with a body (it has calls_what_has_no_body, {{.*}})
func.func private @external(tensor<f64>) -> tensor<f64>

func.func @calls_what_has_no_body(%x: tensor<f64>) -> tensor<f64> {
  // BODY: calls.mlir:[[#@LINE+1]]:8: error: 'func.call': 'external' has no body
  %y = call @external(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

func.func @never_ends(%x: tensor<f64>) -> tensor<f64> {
  // DEEP: calls.mlir:[[#@LINE+1]]:8: error: 'func.call': calls are nested 100000 deep, which is the limit; check that the recursion ends
  %y = call @never_ends(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

func.func @calls_what_cannot_be_run(%x: tensor<f64>) -> tensor<f64> {
  // CALLEE: calls.mlir:[[#@LINE+7]]:8: error: 'arith.negf' has no meaning here; use the ops of flow, prim and composite
  // CALLEE: calls.mlir:[[#@LINE+1]]:8: error: 'func.call': 'op_of_another_dialect' cannot be run
  %y = call @op_of_another_dialect(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @op_of_another_dialect(%x: tensor<f64>) -> tensor<f64> {
  // ANOTHER: calls.mlir:[[#@LINE+1]]:8: error: 'arith.negf' has no meaning here; use the ops of flow, prim and composite
  %y = arith.negf %x : tensor<f64>
  return %y : tensor<f64>
}
