// RUN: cotan-opt %s --flow-prune-stacks | FileCheck %s
// RUN: cotan-opt %s --flow-remove-backward | FileCheck %s
// What another function may pop stays: who takes a frame off cannot be seen here.

// CHECK-LABEL: func.func @passed_on
func.func @passed_on(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  // CHECK: flow.push_back %{{.*}}, %arg0 : tensor<f64>
  flow.push_back %s, %x : tensor<f64>
  // CHECK: call @pops
  %y = call @pops(%s) : (!flow.stack) -> tensor<f64>
  return %y : tensor<f64>
}

// CHECK-LABEL: func.func @pops
func.func @pops(%s: !flow.stack) -> tensor<f64> {
  // CHECK: flow.pop_back
  %x = flow.pop_back %s : tensor<f64>
  return %x : tensor<f64>
}

// CHECK-LABEL: func.func @handed_back
func.func @handed_back(%x: tensor<f64>) -> !flow.stack {
  %s = flow.create_stack
  // CHECK: flow.push_back %{{.*}}, %arg0 : tensor<f64>
  flow.push_back %s, %x : tensor<f64>
  return %s : !flow.stack
}

// CHECK-LABEL: func.func @fills
func.func @fills(%s: !flow.stack, %x: tensor<f64>) {
  // CHECK: flow.push_back %arg0, %arg1 : tensor<f64>
  flow.push_back %s, %x : tensor<f64>
  return
}
