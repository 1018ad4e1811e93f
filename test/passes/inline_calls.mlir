// RUN: cotan-opt %s --split-input-file --inline-calls --symbol-dce | FileCheck %s
// RUN: cotan-opt %s --split-input-file --inline-calls="calls=keep" --symbol-dce | FileCheck %s --check-prefix=KEEP
// RUN: cotan-opt %s --split-input-file --inline-calls="calls=inline" --symbol-dce | FileCheck %s --check-prefix=INLINE
// RUN: cotan-opt %s --split-input-file --inline-calls --remarks-filter=calls --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID

// What is small is inlined, unless all calls are to be kept.
// CHECK-LABEL: func.func @small_ones(
// CHECK-NOT:     call
// KEEP-LABEL:  func.func @small_ones(
// KEEP-COUNT-2:  call @small(
// SAID: inline_calls.mlir:[[#@LINE+7]]:1: remark: {{.*}}'small' is inlined: 1 ops, 2 calls
func.func @small_ones(%x: tensor<f64>) -> tensor<f64> {
  %y = call @small(%x) : (tensor<f64>) -> tensor<f64>
  %z = call @small(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

func.func private @small(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}

// -----

// What is called four times in each level is inlined up to where its copies would be many.
// CHECK-LABEL: func.func @tower(
// CHECK-COUNT-4: call @f4(
// CHECK-NOT:     call
// CHECK-LABEL: func.func private @f4(
// CHECK-NOT:     call
// INLINE-LABEL: func.func @tower(
// INLINE-NOT:    call @
// INLINE:      return
// SAID-DAG: 'f5' is inlined: 2048 ops, 1 calls
// SAID-DAG: 'f4' stays a function: 512 ops, 4 calls
// SAID-DAG: 'f3' is inlined: 128 ops, 4 calls
// SAID-DAG: 'f2' is inlined: 32 ops, 16 calls
func.func @tower(%x: tensor<f64>) -> tensor<f64> {
  %y = call @f5(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @f5(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f4(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @f4(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @f4(%b) : (tensor<f64>) -> tensor<f64>
  %d = call @f4(%c) : (tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
func.func private @f4(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f3(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @f3(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @f3(%b) : (tensor<f64>) -> tensor<f64>
  %d = call @f3(%c) : (tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
func.func private @f3(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f2(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @f2(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @f2(%b) : (tensor<f64>) -> tensor<f64>
  %d = call @f2(%c) : (tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
func.func private @f2(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f1(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @f1(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @f1(%b) : (tensor<f64>) -> tensor<f64>
  %d = call @f1(%c) : (tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
func.func private @f1(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f0(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @f0(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @f0(%b) : (tensor<f64>) -> tensor<f64>
  %d = call @f0(%c) : (tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
func.func private @f0(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  %z = prim.mul %y, %x : tensor<f64>
  return %z : tensor<f64>
}

// -----

// A function may say that it stays, and one that calls itself does anyway.
// CHECK-LABEL: func.func @stay(
// CHECK:         call @said(
// CHECK:         call @down(
// INLINE-LABEL: func.func @stay(
// INLINE:        call @said(
// INLINE:        call @down(
// SAID-DAG: 'down' stays a function, as it calls itself: 3 ops, 1 calls
func.func @stay(%x: tensor<i64>) -> tensor<i64> {
  %y = call @said(%x) : (tensor<i64>) -> tensor<i64>
  %z = call @down(%y) : (tensor<i64>) -> tensor<i64>
  return %z : tensor<i64>
}
func.func private @said(%x: tensor<i64>) -> tensor<i64> attributes {no_inline} {
  %y = prim.add %x, %x : tensor<i64>
  return %y : tensor<i64>
}
func.func private @down(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %one : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @down(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}
