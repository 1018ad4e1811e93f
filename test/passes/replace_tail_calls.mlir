// RUN: cotan-opt %s --replace-tail-calls --canonicalize | FileCheck %s
// A function that calls itself last is a loop.

// CHECK-LABEL: func.func @one_branch
// CHECK: flow.while
// CHECK: cond
// CHECK: prim.lt
// CHECK: body
// CHECK: prim.sub
// CHECK-NOT: call
func.func @one_branch(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %one, %n : tensor<i64>
  %r = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %t = func.call @one_branch(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %t : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %r : tensor<i64>
}

// Two functions of which one belongs to the other.
// CHECK-LABEL: func.func @even
// CHECK: flow.while
// CHECK-NOT: call
// CHECK-LABEL: func.func private @odd
func.func @even(%n: tensor<i64>) -> tensor<i1> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %yes = prim.constant dense<true> : tensor<i1>
  %ends = prim.eq %n, %zero : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<i1> {
    flow.yield %yes : tensor<i1>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %t = func.call @odd(%m) : (tensor<i64>) -> tensor<i1>
    flow.yield %t : tensor<i1>
  }
  return %r : tensor<i1>
}
func.func private @odd(%n: tensor<i64>) -> tensor<i1> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %no = prim.constant dense<false> : tensor<i1>
  %ends = prim.eq %n, %zero : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<i1> {
    flow.yield %no : tensor<i1>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %t = func.call @even(%m) : (tensor<i64>) -> tensor<i1>
    flow.yield %t : tensor<i1>
  }
  return %r : tensor<i1>
}

// What is not last stays a call, and so do the others of such a function.
// CHECK-LABEL: func.func @not_last
// CHECK-NOT: flow.while
// CHECK: call @not_last
// CHECK: call @not_last
func.func @not_last(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %m = prim.sub %n, %one : tensor<i64>
  %s = func.call @not_last(%m) : (tensor<i64>) -> tensor<i64>
  %t = func.call @not_last(%s) : (tensor<i64>) -> tensor<i64>
  return %t : tensor<i64>
}

// Results in another order are not what the call gives.
// CHECK-LABEL: func.func @turned
// CHECK: call @turned
func.func @turned(%n: tensor<i64>, %m: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = func.call @turned(%m, %n) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#1, %r#0 : tensor<i64>, tensor<i64>
}

// Without an end it stays: its stack ends, a loop would not.
// CHECK-LABEL: func.func @forever
// CHECK-NOT: flow.while
// CHECK: call @forever
func.func @forever(%n: tensor<i64>) -> tensor<i64> {
  %r = func.call @forever(%n) : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}
