// RUN: cotan-opt %s --hoist-invariants | FileCheck %s

// The reverse of a recurrent step: the weights are turned once.
// CHECK-LABEL: @turned_weights
// CHECK: %[[T:.*]] = prim.transpose %arg1
// CHECK: flow.while
// CHECK: prim.matmul %{{.*}}, %[[T]]
func.func @turned_weights(%x: tensor<4x60xf32>, %w: tensor<60x60xf32>, %n: tensor<i64>) -> tensor<4x60xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.while (%x, %zero) : (tensor<4x60xf32>, tensor<i64>) -> (tensor<4x60xf32>, tensor<i64>)
  cond(%a: tensor<4x60xf32>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %i : tensor<4x60xf32>, tensor<i64>
  } body(%a: tensor<4x60xf32>, %i: tensor<i64>) {
    %t = prim.transpose %w permutation [1, 0] : tensor<60x60xf32>
    %z = prim.matmul %a, %t : tensor<4x60xf32>, tensor<60x60xf32>
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %z, %j : tensor<4x60xf32>, tensor<i64>
  }
  return %r#0 : tensor<4x60xf32>
}

// Out of both loops; a repetition stays, and with it what reads it.
// CHECK-LABEL: @nested
// CHECK: prim.exp %arg0
// CHECK: flow.for
// CHECK: flow.for
// CHECK: prim.broadcast
// CHECK-NEXT: prim.mul
func.func @nested(%x: tensor<8xf32>, %y: tensor<4x8xf32>, %n: tensor<i64>) -> tensor<4x8xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%y) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  body(%i: tensor<i64>, %a: tensor<4x8xf32>) {
    %s = flow.for %zero to %n step %one : tensor<i64> carry(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    body(%j: tensor<i64>, %b: tensor<4x8xf32>) {
      %e = prim.exp %x : tensor<8xf32>
      %all = prim.broadcast %e : tensor<8xf32> -> tensor<4x8xf32>
      %c = prim.mul %all, %all : tensor<4x8xf32>
      %d = prim.add %b, %c : tensor<4x8xf32>
      flow.yield %d : tensor<4x8xf32>
    }
    flow.yield %s : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// The loop may have no turns, and the sizes need not fit: nothing may fail that would not have.
// CHECK-LABEL: @open_sizes
// CHECK: flow.for
// CHECK: prim.mul %arg0, %arg1
func.func @open_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i64>) -> tensor<?xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<?xf32>) -> tensor<?xf32>
  body(%i: tensor<i64>, %a: tensor<?xf32>) {
    %p = prim.mul %x, %y : tensor<?xf32>
    flow.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// What is read from outside may fail; so does an assertion.
// CHECK-LABEL: @effects
// CHECK: flow.for
// CHECK: flow.assert
func.func @effects(%x: tensor<i1>, %n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%zero) : (tensor<i64>) -> tensor<i64>
  body(%i: tensor<i64>, %a: tensor<i64>) {
    flow.assert %x, "x holds" : tensor<i1>
    flow.yield %i : tensor<i64>
  }
  return %r : tensor<i64>
}

// The shape may not fit, and the loop may have no turns.
// CHECK-LABEL: @sizes_that_are_operands
// CHECK: flow.for
// CHECK: prim.reshape
func.func @sizes_that_are_operands(%x: tensor<6xf64>, %s: tensor<2xi64>, %n: tensor<i64>) -> tensor<2x3xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<2x3xf64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  body(%i: tensor<i64>, %a: tensor<2x3xf64>) {
    %p = prim.reshape %x to %s : tensor<6xf64>, tensor<2xi64> -> tensor<2x3xf64>
    flow.yield %p : tensor<2x3xf64>
  }
  return %r : tensor<2x3xf64>
}
