// RUN: cotan-opt %s --absorb-permutations | FileCheck %s

// CHECK-LABEL: @matrices
// CHECK-NOT: prim.transpose
// CHECK: prim.dot_general %arg0, %arg1 batching [] x [] contracting [0] x [1]
func.func @matrices(%x: tensor<60x4xf32>, %y: tensor<5x60xf32>) -> tensor<4x5xf32> {
  %a = prim.transpose %x permutation [1, 0] : tensor<60x4xf32>
  %b = prim.transpose %y permutation [1, 0] : tensor<5x60xf32>
  %z = prim.matmul %a, %b : tensor<4x60xf32>, tensor<60x5xf32>
  return %z : tensor<4x5xf32>
}

// The scores of attention: heads lie beside each other in memory, and stay where they are.
// CHECK-LABEL: @attention
// CHECK-NOT: prim.transpose
// CHECK: prim.dot_general %arg0, %arg1 batching [0, 2] x [0, 2] contracting [3] x [3]
func.func @attention(%q: tensor<2x5x3x4xf32>, %k: tensor<2x5x3x4xf32>) -> tensor<2x3x5x5xf32> {
  %a = prim.transpose %q permutation [0, 2, 1, 3] : tensor<2x5x3x4xf32>
  %b = prim.transpose %k permutation [0, 2, 3, 1] : tensor<2x5x3x4xf32>
  %z = prim.matmul %a, %b : tensor<2x3x5x4xf32>, tensor<2x3x4x5xf32>
  return %z : tensor<2x3x5x5xf32>
}

// The result would have its axes in another order.
// CHECK-LABEL: @free_axes
// CHECK: prim.transpose
// CHECK: prim.matmul
func.func @free_axes(%x: tensor<3x2x4xf32>, %y: tensor<4x5xf32>) -> tensor<2x3x5xf32> {
  %a = prim.transpose %x permutation [1, 0, 2] : tensor<3x2x4xf32>
  %z = prim.matmul %a, %y : tensor<2x3x4xf32>, tensor<4x5xf32>
  return %z : tensor<2x3x5xf32>
}

// Made once before the loop, not at each turn.
// CHECK-LABEL: @invariant
// CHECK: prim.transpose
// CHECK: flow.for
// CHECK: prim.matmul
func.func @invariant(%x: tensor<4x16xf32>, %w: tensor<16x16xf32>, %n: tensor<i64>) -> tensor<4x16xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %t = prim.transpose %w permutation [1, 0] : tensor<16x16xf32>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<4x16xf32>) -> (tensor<4x16xf32>)
  body(%i: tensor<i64>, %h: tensor<4x16xf32>) {
    %z = prim.matmul %h, %t : tensor<4x16xf32>, tensor<16x16xf32>
    flow.yield %z : tensor<4x16xf32>
  }
  return %r : tensor<4x16xf32>
}

// Channels last.
// CHECK-LABEL: @large_convolution
// CHECK-NOT: prim.transpose
// CHECK: composite.conv_permuted %arg0 [0, 3, 1, 2], %arg1 [3, 2, 0, 1] result [0, 2, 3, 1]
// CHECK-NEXT: return
func.func @large_convolution(%x: tensor<8x56x56x64xf32>, %k: tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32> {
  %a = prim.transpose %x permutation [0, 3, 1, 2] : tensor<8x56x56x64xf32>
  %b = prim.transpose %k permutation [3, 2, 0, 1] : tensor<3x3x64x64xf32>
  %y = prim.conv %a, %b strides [1, 1] low [1, 1] high [1, 1] : tensor<8x64x56x56xf32>, tensor<64x64x3x3xf32>
  %r = prim.transpose %y permutation [0, 2, 3, 1] : tensor<8x64x56x56xf32>
  return %r : tensor<8x56x56x64xf32>
}

// What is permuted is read as it was made, too.
// CHECK-LABEL: @result_read_twice
// CHECK: %[[Y:.*]] = composite.conv_permuted
// CHECK-SAME: result [0, 1, 2, 3]
// CHECK: prim.transpose %[[Y]]
func.func @result_read_twice(%x: tensor<8x56x56x64xf32>, %k: tensor<64x64x3x3xf32>)
    -> (tensor<8x56x56x64xf32>, tensor<8x64x56x56xf32>) {
  %a = prim.transpose %x permutation [0, 3, 1, 2] : tensor<8x56x56x64xf32>
  %y = prim.conv %a, %k strides [1, 1] low [1, 1] high [1, 1] : tensor<8x64x56x56xf32>, tensor<64x64x3x3xf32>
  %r = prim.transpose %y permutation [0, 2, 3, 1] : tensor<8x64x56x56xf32>
  return %r, %y : tensor<8x56x56x64xf32>, tensor<8x64x56x56xf32>
}

// CHECK-LABEL: @small_convolution
// CHECK: prim.transpose
// CHECK: prim.conv
func.func @small_convolution(%x: tensor<1x5x4x3xf32>, %k: tensor<2x3x1x1xf32>) -> tensor<1x5x4x2xf32> {
  %a = prim.transpose %x permutation [0, 3, 1, 2] : tensor<1x5x4x3xf32>
  %y = prim.conv %a, %k strides [1, 1] low [0, 0] high [0, 0] : tensor<1x3x5x4xf32>, tensor<2x3x1x1xf32>
  %r = prim.transpose %y permutation [0, 2, 3, 1] : tensor<1x2x5x4xf32>
  return %r : tensor<1x5x4x2xf32>
}
