// RUN: cotan-opt %s '--refine-sizes=arguments=tensor<5x3xf64>' | FileCheck %s
// Values with known sizes: cotan-check's known-sizes, of all samples of open sizes; export_test.py.

// Shapes are numbers then, and sizes computed from them.
// CHECK-LABEL: func.func @rows(%arg0: tensor<5x3xf64>) -> (tensor<15xf64>, tensor<10x3xf64>, tensor<5xi64>)
func.func @rows(%x: tensor<?x3xf64>) -> (tensor<?xf64>, tensor<?x3xf64>, tensor<?xi64>) {
  // CHECK-NOT: prim.shape
  %s = prim.shape %x : tensor<?x3xf64>
  %a = prim.slice %s starts [0] limits [1] strides [1] : tensor<2xi64>
  %three = prim.constant dense<3> : tensor<1xi64>
  %n = prim.mul %a, %three : tensor<1xi64>
  // CHECK: prim.reshape %arg0 to %{{.*}} -> tensor<15xf64>
  %y = prim.reshape %x to %n : tensor<?x3xf64>, tensor<1xi64> -> tensor<?xf64>
  // CHECK: prim.concat %arg0, %arg0 axis 0 : tensor<5x3xf64>, tensor<5x3xf64>
  %z = prim.concat %x, %x axis 0 : tensor<?x3xf64>, tensor<?x3xf64>
  // CHECK: prim.constant dense<[0, 1, 2, 3, 4]>
  %i = prim.iota axis 0 to %a : tensor<1xi64> -> tensor<?xi64>
  return %y, %z, %i : tensor<?xf64>, tensor<?x3xf64>, tensor<?xi64>
}

// A variable that grows has a size that is open; others of the loop have theirs.
// CHECK-LABEL: @grows
// CHECK-SAME: -> (tensor<?x3xf64>, tensor<5x3xf64>)
func.func @grows(%x: tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>) {
  %c0 = prim.constant dense<0> : tensor<i64>
  %c1 = prim.constant dense<1> : tensor<i64>
  %c4 = prim.constant dense<4> : tensor<i64>
  // CHECK: %[[OPEN:.*]] = prim.broadcast %arg0 to %{{.*}} -> tensor<?x3xf64>
  // CHECK: carry(%[[OPEN]], %arg0) : (tensor<?x3xf64>, tensor<5x3xf64>)
  %r:2 = flow.for %c0 to %c4 step %c1 : tensor<i64> carry(%x, %x) : (tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  body(%i: tensor<i64>, %a: tensor<?x3xf64>, %b: tensor<?x3xf64>) {
    %longer = prim.concat %a, %b axis 0 : tensor<?x3xf64>, tensor<?x3xf64>
    %next = prim.add %b, %b : tensor<?x3xf64>
    flow.yield %longer, %next : tensor<?x3xf64>, tensor<?x3xf64>
  }
  return %r#0, %r#1 : tensor<?x3xf64>, tensor<?x3xf64>
}

// Branches of two sizes.
// CHECK-LABEL: @either
// CHECK-SAME: -> tensor<?x3xf64>
func.func @either(%x: tensor<?x3xf64>, %p: tensor<i1>) -> tensor<?x3xf64> {
  %r = flow.if %p : tensor<i1> -> tensor<?x3xf64> {
    flow.yield %x : tensor<?x3xf64>
  } else {
    %y = prim.concat %x, %x axis 0 : tensor<?x3xf64>, tensor<?x3xf64>
    flow.yield %y : tensor<?x3xf64>
  }
  return %r : tensor<?x3xf64>
}

// CHECK-LABEL: @scanned
// CHECK-SAME: -> (tensor<3xf64>, tensor<5x2x3xf64>)
func.func @scanned(%xs: tensor<?x3xf64>) -> (tensor<?xf64>, tensor<?x2x?xf64>) {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %n = prim.constant dense<3> : tensor<1xi64>
  %h = prim.broadcast %zero to %n : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  %r:2 = flow.scan carry(%h) over(%xs) : (tensor<?xf64>, tensor<?x3xf64>) -> (tensor<?xf64>, tensor<?x2x?xf64>)
  body(%a: tensor<?xf64>, %x: tensor<3xf64>) {
    %s = prim.shape %a : tensor<?xf64>
    %row = prim.broadcast %x to %s : tensor<3xf64>, tensor<1xi64> -> tensor<?xf64>
    %b = prim.add %a, %row : tensor<?xf64>
    %e = prim.expand_dims %b axes [0] : tensor<?xf64>
    %two = prim.concat %e, %e axis 0 : tensor<1x?xf64>, tensor<1x?xf64>
    flow.yield %b, %two : tensor<?xf64>, tensor<2x?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?x2x?xf64>
}

// A function that is called gets a copy for each list of types; one that calls itself stays.
// CHECK-LABEL: @calls
// CHECK: %[[A:.*]] = call @sum_0(%arg0) : (tensor<5x3xf64>) -> tensor<3xf64>
// CHECK: call @sum_0(%arg0) : (tensor<5x3xf64>) -> tensor<3xf64>
// CHECK: %[[OPEN:.*]] = prim.broadcast %arg0
// CHECK: call @halved(%[[OPEN]], %{{.*}}) : (tensor<?x3xf64>, tensor<i64>) -> tensor<?x3xf64>
func.func @calls(%x: tensor<?x3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>) {
  %n = prim.constant dense<4> : tensor<i64>
  %a = call @sum(%x) : (tensor<?x3xf64>) -> tensor<3xf64>
  %b = call @sum(%x) : (tensor<?x3xf64>) -> tensor<3xf64>
  %c = call @halved(%x, %n) : (tensor<?x3xf64>, tensor<i64>) -> tensor<?x3xf64>
  return %a, %b, %c : tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64>
}

// CHECK: func.func private @sum(%arg0: tensor<?x3xf64>)
// CHECK: func.func private @sum_0(%arg0: tensor<5x3xf64>)
func.func private @sum(%x: tensor<?x3xf64>) -> tensor<3xf64> {
  %y = prim.sum %x axes [0] : tensor<?x3xf64>
  return %y : tensor<3xf64>
}

func.func private @halved(%x: tensor<?x3xf64>, %n: tensor<i64>) -> tensor<?x3xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %r = flow.if %more : tensor<i1> -> tensor<?x3xf64> {
    %m = prim.sub %n, %one : tensor<i64>
    %y = func.call @halved(%x, %m) : (tensor<?x3xf64>, tensor<i64>) -> tensor<?x3xf64>
    flow.yield %y : tensor<?x3xf64>
  } else {
    flow.yield %x : tensor<?x3xf64>
  }
  return %r : tensor<?x3xf64>
}
