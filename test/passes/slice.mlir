// RUN: cotan-opt %s --canonicalize | FileCheck %s

// A part of a part is a part, whatever steps they are taken by.
// CHECK-LABEL: @of_a_slice
// CHECK: prim.slice %arg0 starts [3, 4] limits [8, 5] strides [4, 1]
// CHECK-NOT: prim.slice
// CHECK: return
func.func @of_a_slice(%x: tensor<9x7xf64>) -> tensor<2x1xf64> {
  %a = prim.slice %x starts [1, 1] limits [9, 7] strides [2, 3] : tensor<9x7xf64>
  %b = prim.slice %a starts [1, 1] limits [4, 2] strides [2, 1] : tensor<4x2xf64>
  return %b : tensor<2x1xf64>
}

// Steps that are never taken may be too large to be multiplied, and nothing starts behind the end.
// CHECK-LABEL: @of_one_or_none
// CHECK: prim.slice %arg0 starts [2] limits [3] strides [1]
// CHECK: prim.slice %arg0 starts [2] limits [2] strides [1]
func.func @of_one_or_none(%x: tensor<9xf64>) -> (tensor<1xf64>, tensor<0xf64>) {
  %a = prim.slice %x starts [2] limits [9] strides [4611686018427387904] : tensor<9xf64>
  %b = prim.slice %a starts [0] limits [1] strides [4611686018427387904] : tensor<1xf64>
  %c = prim.slice %a starts [1] limits [1] strides [1] : tensor<1xf64>
  return %b, %c : tensor<1xf64>, tensor<0xf64>
}

// Many pieces are cut out one by one.
// CHECK-LABEL: @many_pieces
// CHECK-NOT: prim.split
// CHECK: prim.slice %arg0 starts [0, 2] limits [2, 3]
func.func @many_pieces(%x: tensor<2x9xf64>) -> tensor<2x1xf64> {
  %p:9 = prim.split %x axis 1 sizes [1, 1, 1, 1, 1, 1, 1, 1, 1] : tensor<2x9xf64>
  return %p#2 : tensor<2x1xf64>
}

// Few stay together.
// CHECK-LABEL: @few_pieces
// CHECK: prim.split
func.func @few_pieces(%x: tensor<2x9xf64>) -> (tensor<2x4xf64>, tensor<2x5xf64>) {
  %a, %b = prim.split %x axis 1 sizes [4, 5] : tensor<2x9xf64>
  return %a, %b : tensor<2x4xf64>, tensor<2x5xf64>
}

// A piece of what is joined is that piece, and no other part is.
// CHECK-LABEL: @of_joined
// CHECK: %[[PART:.*]] = prim.slice
// CHECK: return %arg1, %[[PART]]
func.func @of_joined(%a: tensor<2x3xf64>, %b: tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<2x2xf64>) {
  %x = prim.concat %a, %b axis 1 : tensor<2x3xf64>, tensor<2x1xf64>
  %p = prim.slice %x starts [0, 3] limits [?, 4] strides [1, 1] : tensor<2x4xf64>
  %q = prim.slice %x starts [0, 2] limits [2, 4] strides [1, 1] : tensor<2x4xf64>
  return %p, %q : tensor<2x1xf64>, tensor<2x2xf64>
}
