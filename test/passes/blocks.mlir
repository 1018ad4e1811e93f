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

// All terms of a sum are looked at, however many there are between two that go together.
// CHECK-LABEL: @far_apart
// CHECK: prim.pad
// CHECK-NOT: prim.pad
// CHECK: return
func.func @far_apart(%a: tensor<2xf64>, %b: tensor<1xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %p = prim.pad %a with %zero low [0] high [2] interior [0] : tensor<2xf64>
  %q = prim.pad %b with %zero low [2] high [1] interior [0] : tensor<1xf64>
  %t0 = prim.sin %x : tensor<4xf64>
  %s0 = prim.add %p, %t0 : tensor<4xf64>
  %t1 = prim.sin %t0 : tensor<4xf64>
  %s1 = prim.add %s0, %t1 : tensor<4xf64>
  %t2 = prim.sin %t1 : tensor<4xf64>
  %s2 = prim.add %s1, %t2 : tensor<4xf64>
  %t3 = prim.sin %t2 : tensor<4xf64>
  %s3 = prim.add %s2, %t3 : tensor<4xf64>
  %t4 = prim.sin %t3 : tensor<4xf64>
  %s4 = prim.add %s3, %t4 : tensor<4xf64>
  %t5 = prim.sin %t4 : tensor<4xf64>
  %s5 = prim.add %s4, %t5 : tensor<4xf64>
  %t6 = prim.sin %t5 : tensor<4xf64>
  %s6 = prim.add %s5, %t6 : tensor<4xf64>
  %t7 = prim.sin %t6 : tensor<4xf64>
  %s7 = prim.add %s6, %t7 : tensor<4xf64>
  %t8 = prim.sin %t7 : tensor<4xf64>
  %s8 = prim.add %s7, %t8 : tensor<4xf64>
  %t9 = prim.sin %t8 : tensor<4xf64>
  %s9 = prim.add %s8, %t9 : tensor<4xf64>
  %t10 = prim.sin %t9 : tensor<4xf64>
  %s10 = prim.add %s9, %t10 : tensor<4xf64>
  %t11 = prim.sin %t10 : tensor<4xf64>
  %s11 = prim.add %s10, %t11 : tensor<4xf64>
  %t12 = prim.sin %t11 : tensor<4xf64>
  %s12 = prim.add %s11, %t12 : tensor<4xf64>
  %t13 = prim.sin %t12 : tensor<4xf64>
  %s13 = prim.add %s12, %t13 : tensor<4xf64>
  %t14 = prim.sin %t13 : tensor<4xf64>
  %s14 = prim.add %s13, %t14 : tensor<4xf64>
  %t15 = prim.sin %t14 : tensor<4xf64>
  %s15 = prim.add %s14, %t15 : tensor<4xf64>
  %t16 = prim.sin %t15 : tensor<4xf64>
  %s16 = prim.add %s15, %t16 : tensor<4xf64>
  %t17 = prim.sin %t16 : tensor<4xf64>
  %s17 = prim.add %s16, %t17 : tensor<4xf64>
  %t18 = prim.sin %t17 : tensor<4xf64>
  %s18 = prim.add %s17, %t18 : tensor<4xf64>
  %t19 = prim.sin %t18 : tensor<4xf64>
  %s19 = prim.add %s18, %t19 : tensor<4xf64>
  %t20 = prim.sin %t19 : tensor<4xf64>
  %s20 = prim.add %s19, %t20 : tensor<4xf64>
  %t21 = prim.sin %t20 : tensor<4xf64>
  %s21 = prim.add %s20, %t21 : tensor<4xf64>
  %t22 = prim.sin %t21 : tensor<4xf64>
  %s22 = prim.add %s21, %t22 : tensor<4xf64>
  %t23 = prim.sin %t22 : tensor<4xf64>
  %s23 = prim.add %s22, %t23 : tensor<4xf64>
  %t24 = prim.sin %t23 : tensor<4xf64>
  %s24 = prim.add %s23, %t24 : tensor<4xf64>
  %t25 = prim.sin %t24 : tensor<4xf64>
  %s25 = prim.add %s24, %t25 : tensor<4xf64>
  %t26 = prim.sin %t25 : tensor<4xf64>
  %s26 = prim.add %s25, %t26 : tensor<4xf64>
  %t27 = prim.sin %t26 : tensor<4xf64>
  %s27 = prim.add %s26, %t27 : tensor<4xf64>
  %t28 = prim.sin %t27 : tensor<4xf64>
  %s28 = prim.add %s27, %t28 : tensor<4xf64>
  %t29 = prim.sin %t28 : tensor<4xf64>
  %s29 = prim.add %s28, %t29 : tensor<4xf64>
  %t30 = prim.sin %t29 : tensor<4xf64>
  %s30 = prim.add %s29, %t30 : tensor<4xf64>
  %t31 = prim.sin %t30 : tensor<4xf64>
  %s31 = prim.add %s30, %t31 : tensor<4xf64>
  %t32 = prim.sin %t31 : tensor<4xf64>
  %s32 = prim.add %s31, %t32 : tensor<4xf64>
  %t33 = prim.sin %t32 : tensor<4xf64>
  %s33 = prim.add %s32, %t33 : tensor<4xf64>
  %t34 = prim.sin %t33 : tensor<4xf64>
  %s34 = prim.add %s33, %t34 : tensor<4xf64>
  %t35 = prim.sin %t34 : tensor<4xf64>
  %s35 = prim.add %s34, %t35 : tensor<4xf64>
  %t36 = prim.sin %t35 : tensor<4xf64>
  %s36 = prim.add %s35, %t36 : tensor<4xf64>
  %t37 = prim.sin %t36 : tensor<4xf64>
  %s37 = prim.add %s36, %t37 : tensor<4xf64>
  %t38 = prim.sin %t37 : tensor<4xf64>
  %s38 = prim.add %s37, %t38 : tensor<4xf64>
  %t39 = prim.sin %t38 : tensor<4xf64>
  %s39 = prim.add %s38, %t39 : tensor<4xf64>
  %t40 = prim.sin %t39 : tensor<4xf64>
  %s40 = prim.add %s39, %t40 : tensor<4xf64>
  %t41 = prim.sin %t40 : tensor<4xf64>
  %s41 = prim.add %s40, %t41 : tensor<4xf64>
  %t42 = prim.sin %t41 : tensor<4xf64>
  %s42 = prim.add %s41, %t42 : tensor<4xf64>
  %t43 = prim.sin %t42 : tensor<4xf64>
  %s43 = prim.add %s42, %t43 : tensor<4xf64>
  %t44 = prim.sin %t43 : tensor<4xf64>
  %s44 = prim.add %s43, %t44 : tensor<4xf64>
  %t45 = prim.sin %t44 : tensor<4xf64>
  %s45 = prim.add %s44, %t45 : tensor<4xf64>
  %t46 = prim.sin %t45 : tensor<4xf64>
  %s46 = prim.add %s45, %t46 : tensor<4xf64>
  %t47 = prim.sin %t46 : tensor<4xf64>
  %s47 = prim.add %s46, %t47 : tensor<4xf64>
  %t48 = prim.sin %t47 : tensor<4xf64>
  %s48 = prim.add %s47, %t48 : tensor<4xf64>
  %t49 = prim.sin %t48 : tensor<4xf64>
  %s49 = prim.add %s48, %t49 : tensor<4xf64>
  %t50 = prim.sin %t49 : tensor<4xf64>
  %s50 = prim.add %s49, %t50 : tensor<4xf64>
  %t51 = prim.sin %t50 : tensor<4xf64>
  %s51 = prim.add %s50, %t51 : tensor<4xf64>
  %t52 = prim.sin %t51 : tensor<4xf64>
  %s52 = prim.add %s51, %t52 : tensor<4xf64>
  %t53 = prim.sin %t52 : tensor<4xf64>
  %s53 = prim.add %s52, %t53 : tensor<4xf64>
  %t54 = prim.sin %t53 : tensor<4xf64>
  %s54 = prim.add %s53, %t54 : tensor<4xf64>
  %t55 = prim.sin %t54 : tensor<4xf64>
  %s55 = prim.add %s54, %t55 : tensor<4xf64>
  %t56 = prim.sin %t55 : tensor<4xf64>
  %s56 = prim.add %s55, %t56 : tensor<4xf64>
  %t57 = prim.sin %t56 : tensor<4xf64>
  %s57 = prim.add %s56, %t57 : tensor<4xf64>
  %t58 = prim.sin %t57 : tensor<4xf64>
  %s58 = prim.add %s57, %t58 : tensor<4xf64>
  %t59 = prim.sin %t58 : tensor<4xf64>
  %s59 = prim.add %s58, %t59 : tensor<4xf64>
  %t60 = prim.sin %t59 : tensor<4xf64>
  %s60 = prim.add %s59, %t60 : tensor<4xf64>
  %t61 = prim.sin %t60 : tensor<4xf64>
  %s61 = prim.add %s60, %t61 : tensor<4xf64>
  %t62 = prim.sin %t61 : tensor<4xf64>
  %s62 = prim.add %s61, %t62 : tensor<4xf64>
  %t63 = prim.sin %t62 : tensor<4xf64>
  %s63 = prim.add %s62, %t63 : tensor<4xf64>
  %t64 = prim.sin %t63 : tensor<4xf64>
  %s64 = prim.add %s63, %t64 : tensor<4xf64>
  %t65 = prim.sin %t64 : tensor<4xf64>
  %s65 = prim.add %s64, %t65 : tensor<4xf64>
  %t66 = prim.sin %t65 : tensor<4xf64>
  %s66 = prim.add %s65, %t66 : tensor<4xf64>
  %t67 = prim.sin %t66 : tensor<4xf64>
  %s67 = prim.add %s66, %t67 : tensor<4xf64>
  %t68 = prim.sin %t67 : tensor<4xf64>
  %s68 = prim.add %s67, %t68 : tensor<4xf64>
  %t69 = prim.sin %t68 : tensor<4xf64>
  %s69 = prim.add %s68, %t69 : tensor<4xf64>
  %r = prim.add %s69, %q : tensor<4xf64>
  return %r : tensor<4xf64>
}
