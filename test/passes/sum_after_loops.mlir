// RUN: cotan-opt %s --sum-after-loops | FileCheck %s

// The derivative of weights: one product after the loop.
// CHECK-LABEL: @derivative_of_weights
// CHECK: %[[R:.*]]:3 = flow.for
// CHECK-NOT: prim.dot_general
// CHECK: prim.scatter
// CHECK: prim.scatter
// CHECK: flow.yield
// CHECK: %[[P:.*]] = prim.dot_general %[[R]]#1, %[[R]]#2 batching [] x [] contracting [0, 1] x [0, 1]
// CHECK: %[[T:.*]] = prim.transpose %[[P]]
// CHECK: prim.add %arg1, %[[T]]
func.func @derivative_of_weights(%x: tensor<2x32xf32>, %w: tensor<32x32xf32>) -> (tensor<2x32xf32>, tensor<32x32xf32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<5> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %w) : (tensor<2x32xf32>, tensor<32x32xf32>) -> (tensor<2x32xf32>, tensor<32x32xf32>)
  body(%i: tensor<i64>, %a: tensor<2x32xf32>, %s: tensor<32x32xf32>) {
    %b = prim.sin %a : tensor<2x32xf32>
    %p = prim.dot_general %a, %b batching [] x [] contracting [0] x [0] : tensor<2x32xf32>, tensor<2x32xf32>
    %t = prim.transpose %p permutation [1, 0] : tensor<32x32xf32>
    %next = prim.add %s, %t : tensor<32x32xf32>
    flow.yield %b, %next : tensor<2x32xf32>, tensor<32x32xf32>
  }
  return %r#0, %r#1 : tensor<2x32xf32>, tensor<32x32xf32>
}

// What a turn reads of the sum, sums as large as what they are made of, and an unknown number of turns.
// CHECK-LABEL: @sums_that_stay
// CHECK-COUNT-3: prim.dot_general
// CHECK: flow.yield
// CHECK: prim.dot_general
// CHECK: flow.yield
func.func @sums_that_stay(%x: tensor<2x32xf32>, %w: tensor<32x32xf32>, %v: tensor<2x2xf32>, %m: tensor<i64>) -> (tensor<32x32xf32>, tensor<2x2xf32>, tensor<32x32xf32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<5> : tensor<i64>
  %r:3 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %w, %v) : (tensor<2x32xf32>, tensor<32x32xf32>, tensor<2x2xf32>) -> (tensor<2x32xf32>, tensor<32x32xf32>, tensor<2x2xf32>)
  body(%i: tensor<i64>, %a: tensor<2x32xf32>, %s: tensor<32x32xf32>, %u: tensor<2x2xf32>) {
    %p = prim.dot_general %a, %a batching [] x [] contracting [0] x [0] : tensor<2x32xf32>, tensor<2x32xf32>
    %next = prim.add %s, %p : tensor<32x32xf32>
    %q = prim.dot_general %a, %a batching [] x [] contracting [1] x [1] : tensor<2x32xf32>, tensor<2x32xf32>
    %small = prim.add %u, %q : tensor<2x2xf32>
    %b = prim.dot_general %a, %s batching [] x [] contracting [1] x [0] : tensor<2x32xf32>, tensor<32x32xf32>
    flow.yield %b, %next, %small : tensor<2x32xf32>, tensor<32x32xf32>, tensor<2x2xf32>
  }
  %o:2 = flow.for %zero to %m step %one : tensor<i64> carry(%x, %w) : (tensor<2x32xf32>, tensor<32x32xf32>) -> (tensor<2x32xf32>, tensor<32x32xf32>)
  body(%i: tensor<i64>, %a: tensor<2x32xf32>, %s: tensor<32x32xf32>) {
    %p = prim.dot_general %a, %a batching [] x [] contracting [0] x [0] : tensor<2x32xf32>, tensor<2x32xf32>
    %next = prim.add %s, %p : tensor<32x32xf32>
    flow.yield %a, %next : tensor<2x32xf32>, tensor<32x32xf32>
  }
  return %r#1, %r#2, %o#1 : tensor<32x32xf32>, tensor<2x2xf32>, tensor<32x32xf32>
}
