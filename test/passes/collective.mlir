// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0 size=3 axis-name=i})" | FileCheck %s
// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0 size=3 axis-name=j})" | FileCheck %s --check-prefix=OTHER
// Values and derivatives: test/python/collectives_test.py.

// All lanes are there: what they make together has no axis of lanes.
// CHECK-LABEL: @together
// CHECK-SAME: (%[[X:.*]]: tensor<3x4xf64>)
// OTHER-LABEL: @together
func.func @together(%x: tensor<4xf64>) -> tensor<3x4xf64> {
  // CHECK: %[[S:.*]] = prim.sum %[[X]] axes [0] : tensor<3x4xf64>
  // CHECK-NOT: all_gather
  // CHECK: prim.mul %[[X]], %{{.*}} : tensor<3x4xf64>
  // OTHER: composite.psum %{{.*}} over "i" : tensor<3x4xf64>
  // OTHER: composite.all_gather %{{.*}} over "i" axis 1 : tensor<3x4xf64> -> tensor<3x3x4xf64>
  %s = composite.psum %x over "i" : tensor<4xf64>
  %y = prim.sub %s, %s : tensor<4xf64>
  %rows = composite.all_gather %x over "i" axis 0 : tensor<4xf64> -> tensor<3x4xf64>
  %all = prim.mul %rows, %rows : tensor<3x4xf64>
  return %all : tensor<3x4xf64>
}

// -----

// Some lanes are there: the others give zeros.
// CHECK-LABEL: @some_lanes
func.func @some_lanes(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  // CHECK: %[[HERE:.*]] = prim.gt
  %here = prim.gt %x, %zero : tensor<f64>
  // CHECK: flow.if
  // CHECK: %[[E:.*]] = prim.exp
  // CHECK: %[[GIVEN:.*]] = prim.where %[[HERE]], %[[E]]
  // CHECK: prim.sum %[[GIVEN]] axes [0] : tensor<3xf64>
  %y = flow.if %here : tensor<i1> -> (tensor<f64>) {
    %e = prim.exp %x : tensor<f64>
    %s = composite.psum %e over "i" : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

// What differs between the lanes though no operand does.
// CHECK-LABEL: @number
// CHECK: prim.iota
// CHECK: return %{{.*}} : tensor<3xi64>
// OTHER-LABEL: @number
// OTHER: composite.axis_index over "i"
func.func @number(%x: tensor<f64>) -> tensor<i64> {
  %i = composite.axis_index over "i"
  return %i : tensor<i64>
}
