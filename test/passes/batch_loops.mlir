// RUN: cotan-opt %s --batch-loops | FileCheck %s
// Values after the pass: test/programs/independent_loops.mlir.

// Rows that are read in order are the tensor itself.
// CHECK-LABEL: @sum_over_rows
func.func @sum_over_rows(%x: tensor<100x3xf64>) -> tensor<f64> {
  // CHECK-NOT: flow.for
  // CHECK-NOT: prim.take
  // CHECK: %[[SINES:.*]] = prim.sin %arg0 : tensor<100x3xf64>
  // CHECK: %[[SUMS:.*]] = prim.sum %[[SINES]] axes [1]
  // CHECK: prim.sum %[[SUMS]] axes [0]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<100> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %s = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %row = prim.take %x at %i axis 0 : tensor<100x3xf64>, tensor<i64>
    %y = prim.sin %row : tensor<3xf64>
    %d = prim.sum %y axes [0] : tensor<3xf64>
    %b = prim.add %a, %d : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %s : tensor<f64>
}

// Rows that are written in order are the result itself.
// CHECK-LABEL: @rows_in_order
func.func @rows_in_order(%x: tensor<100x3xf64>) -> tensor<100x3xf64> {
  // CHECK-NOT: flow.for
  // CHECK-NOT: prim.scatter
  // CHECK: %[[SINES:.*]] = prim.sin %arg0
  // CHECK: return %[[SINES]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<100> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<100x3xf64>
  %s = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<100x3xf64>) -> tensor<100x3xf64>
  body(%i: tensor<i64>, %a: tensor<100x3xf64>) {
    %row = prim.take %x at %i axis 0 : tensor<100x3xf64>, tensor<i64>
    %y = prim.sin %row : tensor<3xf64>
    %b = prim.scatter %a at %i update %y axis 0 : tensor<100x3xf64>, tensor<i64>, tensor<3xf64>
    flow.yield %b : tensor<100x3xf64>
  }
  return %s : tensor<100x3xf64>
}

// A loop over batches, whose turns are large enough.
// CHECK-LABEL: @batches
func.func @batches(%x: tensor<1024x1024xf64>) -> tensor<f64> {
  // CHECK: flow.for
  // CHECK: prim.sin {{.*}} : tensor<128x1024xf64>
  // CHECK-NOT: flow.for
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<1024> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %s = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %row = prim.take %x at %i axis 0 : tensor<1024x1024xf64>, tensor<i64>
    %y = prim.sin %row : tensor<1024xf64>
    %d = prim.sum %y axes [0] : tensor<1024xf64>
    %b = prim.add %a, %d : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %s : tensor<f64>
}

// What is carried is read; bounds are not known; turns are few, or large.
// CHECK-LABEL: @left_alone
func.func @left_alone(%x: tensor<20x20000xf64>, %n: tensor<i64>, %start: tensor<20000xf64>)
    -> (tensor<20000xf64>, tensor<20000xf64>, tensor<20000xf64>) {
  // CHECK-COUNT-3: flow.for
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %four = prim.constant dense<4> : tensor<i64>
  %twenty = prim.constant dense<20> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<20000xf64>) -> tensor<20000xf64>
  body(%i: tensor<i64>, %a: tensor<20000xf64>) {
    %row = prim.take %x at %i axis 0 : tensor<20x20000xf64>, tensor<i64>
    %b = prim.add %a, %row : tensor<20000xf64>
    flow.yield %b : tensor<20000xf64>
  }
  %s = flow.for %zero to %four step %one : tensor<i64> carry(%start) : (tensor<20000xf64>) -> tensor<20000xf64>
  body(%i: tensor<i64>, %a: tensor<20000xf64>) {
    %row = prim.take %x at %i axis 0 : tensor<20x20000xf64>, tensor<i64>
    %b = prim.add %a, %row : tensor<20000xf64>
    flow.yield %b : tensor<20000xf64>
  }
  %t = flow.for %zero to %twenty step %one : tensor<i64> carry(%start) : (tensor<20000xf64>) -> tensor<20000xf64>
  body(%i: tensor<i64>, %a: tensor<20000xf64>) {
    %row = prim.take %x at %i axis 0 : tensor<20x20000xf64>, tensor<i64>
    %y = prim.mul %a, %row : tensor<20000xf64>
    %b = prim.add %a, %y : tensor<20000xf64>
    flow.yield %b : tensor<20000xf64>
  }
  return %r, %s, %t : tensor<20000xf64>, tensor<20000xf64>, tensor<20000xf64>
}
