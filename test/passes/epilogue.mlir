// RUN: cotan-opt %s --fuse --place-epilogues | FileCheck %s

// The kernel stands behind the last product it reads that can be split by rows; what it needs besides is
// made before, views of the product stay behind it.
// CHECK-LABEL: @behind_its_product
// CHECK: %[[ROW:.*]] = prim.expand_dims %arg3
// CHECK-NEXT: %[[Z:.*]] = prim.matmul %arg0, %arg1
// CHECK-NEXT: %[[V:.*]] = prim.reshape %[[Z]]
// CHECK-NEXT: code.kernel(%[[ROW]], %[[V]])
// CHECK: prim.matmul %arg0, %arg2
func.func @behind_its_product(%x: tensor<256x64xf32>, %w: tensor<64x96xf32>, %u: tensor<64x96xf32>, %b: tensor<48xf32>)
    -> (tensor<512x48xf32>, tensor<256x96xf32>) {
  %z = prim.matmul %x, %w : tensor<256x64xf32>, tensor<64x96xf32>
  %y = prim.matmul %x, %u : tensor<256x64xf32>, tensor<64x96xf32>
  %v = prim.reshape %z : tensor<256x96xf32> -> tensor<512x48xf32>
  %row = prim.expand_dims %b axes [0] : tensor<48xf32>
  %all = prim.broadcast %row : tensor<1x48xf32> -> tensor<512x48xf32>
  %a = prim.add %v, %all : tensor<512x48xf32>
  return %a, %y : tensor<512x48xf32>, tensor<256x96xf32>
}

// Columns need all rows; so does what reads the rows at other places.
// CHECK-LABEL: @needs_all_rows
// CHECK: %[[Z:.*]] = prim.matmul %arg0, %arg1
// CHECK-NEXT: prim.matmul %arg0, %arg2
func.func @needs_all_rows(%x: tensor<256x64xf32>, %w: tensor<64x96xf32>, %u: tensor<64x96xf32>)
    -> (tensor<96xf32>, tensor<256x96xf32>) {
  %z = prim.matmul %x, %w : tensor<256x64xf32>, tensor<64x96xf32>
  %y = prim.matmul %x, %u : tensor<256x64xf32>, tensor<64x96xf32>
  %s = prim.sum %z axes [0] : tensor<256x96xf32>
  return %s, %y : tensor<96xf32>, tensor<256x96xf32>
}

// What the kernel may write over must not be read by the product any more.
// CHECK-LABEL: @reads_an_operand
// CHECK: prim.matmul %arg0, %arg1
// CHECK-NEXT: prim.matmul %arg0, %arg2
func.func @reads_an_operand(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>, %u: tensor<256x256xf32>)
    -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %z = prim.matmul %x, %w : tensor<256x256xf32>, tensor<256x256xf32>
  %y = prim.matmul %x, %u : tensor<256x256xf32>, tensor<256x256xf32>
  %a = prim.mul %z, %x : tensor<256x256xf32>
  return %a, %y : tensor<256x256xf32>, tensor<256x256xf32>
}
