// RUN: cotan-opt %s --tensorize-numbers | FileCheck %s
// What numbers compute in all back ends: test/programs/numbers.mlir.

// CHECK-LABEL: func.func @condition
// CHECK-NOT: tensor.extract
// CHECK: flow.if %arg1 : tensor<i1>
func.func @condition(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %d = tensor.extract %c[] : tensor<i1>
  %y = flow.if %d : i1 -> (tensor<f64>) {
    flow.yield %x : tensor<f64>
  } else {
    %z = prim.sin %x : tensor<f64>
    flow.yield %z : tensor<f64>
  }
  return %y : tensor<f64>
}

// Constants, frames, and what goes around a loop.
// CHECK-LABEL: func.func @carried
// CHECK: %[[HALF:.*]] = prim.constant dense<5.000000e-01> : tensor<f64>
// CHECK: flow.while (%[[HALF]]) : (tensor<f64>) -> tensor<f64>
// CHECK-NEXT: cond(%{{.*}}: tensor<f64>)
// CHECK: flow.push_back %{{.*}}, %{{.*}} : tensor<f64>
// CHECK: flow.pop_back %{{.*}} : tensor<f64>
func.func @carried(%x: tensor<f64>) -> tensor<f64> {
  %half = arith.constant 0.5 : f64
  %s = flow.create_stack
  %y = flow.while (%half) : (f64) -> (f64)
  cond(%a: f64) {
    %t = tensor.from_elements %a : tensor<f64>
    %more = prim.lt %t, %x : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : f64
  } body(%a: f64) {
    flow.push_back %s, %a : f64
    %b = flow.pop_back %s : f64
    %t = tensor.from_elements %b : tensor<f64>
    %u = prim.add %t, %t : tensor<f64>
    %v = tensor.extract %u[] : tensor<f64>
    flow.yield %v : f64
  }
  %z = tensor.from_elements %y : tensor<f64>
  return %z : tensor<f64>
}

// Arguments and results keep their types.
// CHECK-LABEL: func.func @signature(%arg0: i1, %arg1: f64) -> (f64, tensor<f64>)
// CHECK-DAG: %[[C:.*]] = tensor.from_elements %arg0 : tensor<i1>
// CHECK-DAG: %[[X:.*]] = tensor.from_elements %arg1 : tensor<f64>
// CHECK: %[[Y:.*]] = flow.if %[[C]] : tensor<i1> -> tensor<f64>
// CHECK: %[[R:.*]] = tensor.extract %[[Y]][] : tensor<f64>
// CHECK: return %[[R]], %[[X]] : f64, tensor<f64>
func.func @signature(%c: i1, %x: f64) -> (f64, tensor<f64>) {
  %zero = arith.constant 0.0 : f64
  %y = flow.if %c : i1 -> (f64) {
    flow.yield %x : f64
  } else {
    flow.yield %zero : f64
  }
  %t = tensor.from_elements %x : tensor<f64>
  return %y, %t : f64, tensor<f64>
}

// An undefined value is one of any type.
// CHECK-LABEL: func.func @undefined
// CHECK: ub.poison : tensor<i64>
func.func @undefined(%c: tensor<i1>) -> tensor<i64> {
  %p = ub.poison : i64
  %one = arith.constant 1 : i64
  %y = flow.if %c : tensor<i1> -> (i64) {
    flow.yield %one : i64
  } else {
    flow.yield %p : i64
  }
  %t = tensor.from_elements %y : tensor<i64>
  return %t : tensor<i64>
}
