// RUN: cotan-opt %s --canonicalize | FileCheck %s

// The gradient of reading columns: neighbours are joined, whatever the order they come in.
// CHECK-LABEL: @columns
// CHECK: prim.concat %arg0, %arg1, %arg2 axis 1
// CHECK-NOT: prim.pad
// CHECK-NOT: prim.add
// CHECK: return
func.func @columns(%a: tensor<4x1xf64>, %b: tensor<4x1xf64>, %c: tensor<4x1xf64>) -> tensor<4x3xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %x = prim.pad %a with %zero low [0, 0] high [0, 2] interior [0, 0] : tensor<4x1xf64>
  %y = prim.pad %c with %zero low [0, 2] high [0, 0] interior [0, 0] : tensor<4x1xf64>
  %z = prim.pad %b with %zero low [0, 1] high [0, 1] interior [0, 0] : tensor<4x1xf64>
  %s = prim.add %x, %y : tensor<4x3xf64>
  %t = prim.add %s, %z : tensor<4x3xf64>
  return %t : tensor<4x3xf64>
}

// Those at the same place are added first; what is left out stays padding.
// CHECK-LABEL: @twice
// CHECK: %[[S:.*]] = prim.add %arg0, %arg2
// CHECK: %[[C:.*]] = prim.concat %[[S]], %arg1 axis 0
// CHECK: prim.pad %[[C]] with %{{.*}} low [1] high [2]
// CHECK-NOT: prim.pad
// CHECK: return
func.func @twice(%a: tensor<2xf64>, %b: tensor<1xf64>, %c: tensor<2xf64>) -> tensor<6xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %x = prim.pad %a with %zero low [1] high [3] interior [0] : tensor<2xf64>
  %y = prim.pad %b with %zero low [3] high [2] interior [0] : tensor<1xf64>
  %z = prim.pad %c with %zero low [1] high [3] interior [0] : tensor<2xf64>
  %s = prim.add %x, %y : tensor<6xf64>
  %t = prim.add %s, %z : tensor<6xf64>
  return %t : tensor<6xf64>
}

// A tensor of blocks in two axes becomes one piece by piece.
// CHECK-LABEL: @in_two_axes
// CHECK-DAG: %[[U:.*]] = prim.concat %arg0, %arg1 axis 1
// CHECK-DAG: %[[V:.*]] = prim.concat %arg2, %arg3 axis 1
// CHECK: prim.concat %[[U]], %[[V]] axis 0
// CHECK-NOT: prim.add
// CHECK: return
func.func @in_two_axes(%a: tensor<1x1xf64>, %b: tensor<1x1xf64>, %c: tensor<1x1xf64>, %d: tensor<1x1xf64>)
    -> tensor<2x2xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %x = prim.pad %a with %zero low [0, 0] high [1, 1] interior [0, 0] : tensor<1x1xf64>
  %y = prim.pad %b with %zero low [0, 1] high [1, 0] interior [0, 0] : tensor<1x1xf64>
  %z = prim.pad %c with %zero low [1, 0] high [0, 1] interior [0, 0] : tensor<1x1xf64>
  %w = prim.pad %d with %zero low [1, 1] high [0, 0] interior [0, 0] : tensor<1x1xf64>
  %s = prim.add %x, %y : tensor<2x2xf64>
  %t = prim.add %z, %w : tensor<2x2xf64>
  %u = prim.add %s, %t : tensor<2x2xf64>
  return %u : tensor<2x2xf64>
}

// Blocks that overlap, or lie apart, and padding that is not zero stay a sum.
// CHECK-LABEL: @stays
// CHECK-NOT: prim.concat
// CHECK: return
func.func @stays(%a: tensor<2xf64>, %b: tensor<2xf64>, %c: tensor<1xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %x = prim.pad %a with %zero low [0] high [4] interior [0] : tensor<2xf64>
  %y = prim.pad %b with %zero low [1] high [3] interior [0] : tensor<2xf64>
  %overlap = prim.add %x, %y : tensor<6xf64>
  %v = prim.pad %a with %zero low [0] high [4] interior [0] : tensor<2xf64>
  %w = prim.pad %c with %zero low [3] high [2] interior [0] : tensor<1xf64>
  %apart = prim.add %v, %w : tensor<6xf64>
  %p = prim.pad %a with %one low [0] high [4] interior [0] : tensor<2xf64>
  %q = prim.pad %b with %zero low [2] high [2] interior [0] : tensor<2xf64>
  %ones = prim.add %p, %q : tensor<6xf64>
  return %overlap, %apart, %ones : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}
