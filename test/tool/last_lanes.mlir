// The last lane of a row is stored as one number, which is no more than its bytes: of a masked store of one lane that is
// made narrower, LLVM 22 stores all bits where there is AVX-512, and what another thread has written beside it is lost.
// RUN: env COTAN_PRINT_LLVM=1 cotan run %s --input ones --input ones 2>&1 | FileCheck %s
// CHECK-NOT: masked.store
// CHECK-DAG: store <1 x i16>
// CHECK-DAG: store <1 x i8>
// CHECK-DAG: store <1 x float>
// CHECK-NOT: masked.store

func.func @main(%a: tensor<4x17xf32>, %b: tensor<17xf32>) -> (tensor<4x17xf32>, tensor<4x17xbf16>, tensor<4x17xi1>) {
  %c = prim.broadcast %b {axes = array<i64: 1>} : tensor<17xf32> -> tensor<4x17xf32>
  %d = prim.mul %a, %c : tensor<4x17xf32>
  %e = prim.cast %d : tensor<4x17xf32> -> tensor<4x17xbf16>
  %f = prim.gt %a, %c : tensor<4x17xf32>
  return %d, %e, %f : tensor<4x17xf32>, tensor<4x17xbf16>, tensor<4x17xi1>
}
