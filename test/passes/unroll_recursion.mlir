// RUN: cotan-opt %s --unroll-recursion | FileCheck %s

// Each call does four levels.
// CHECK-LABEL: func.func @count
// CHECK-COUNT-4: prim.lt
// CHECK-NOT: prim.lt
// CHECK: func.call @count(
// CHECK-NOT: func.call
// CHECK-LABEL: func.func @even
func.func @count(%n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @count(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}

// Functions that call each other stay as they are.
// CHECK-NEXT: call @odd(
// CHECK-NEXT: return
func.func @even(%n: tensor<i64>) -> tensor<i64> {
  %y = func.call @odd(%n) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func private @odd(%n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %r = func.call @even(%n) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}
