// RUN: cotan-opt %s --fuse --overlap | FileCheck %s

// What reads the first moves behind the second.
// CHECK-LABEL: @two_products
// CHECK-NEXT: %[[A:.*]] = prim.matmul %arg0, %arg1
// CHECK-NEXT: %[[B:.*]] = prim.matmul %arg0, %arg2
// CHECK-NEXT: code.kernel(%[[A]])
func.func @two_products(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>, %z: tensor<128x128xf32>)
    -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %a = prim.matmul %x, %y : tensor<128x128xf32>, tensor<128x128xf32>
  %t = prim.tanh %a : tensor<128x128xf32>
  %b = prim.matmul %x, %z : tensor<128x128xf32>, tensor<128x128xf32>
  return %t, %b : tensor<128x128xf32>, tensor<128x128xf32>
}

// What the second needs moves before the first.
// CHECK-LABEL: @what_is_needed_comes_first
// CHECK-NEXT: %[[T:.*]] = code.kernel(%arg1)
// CHECK: prim.matmul %arg0, %arg0
// CHECK-NEXT: prim.matmul %[[T]], %[[T]]
// CHECK-NEXT: code.kernel
func.func @what_is_needed_comes_first(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>)
    -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
  %s = prim.tanh %a : tensor<128x128xf32>
  %t = prim.tanh %y : tensor<128x128xf32>
  %b = prim.matmul %t, %t : tensor<128x128xf32>, tensor<128x128xf32>
  return %s, %b : tensor<128x128xf32>, tensor<128x128xf32>
}

// The third needs the first, by what is between them: only the fourth can join.
// CHECK-LABEL: @one_needs_the_other
// CHECK-NEXT: %[[A:.*]] = prim.matmul %arg0, %arg0
// CHECK-NEXT: %[[D:.*]] = prim.matmul %arg1, %arg1
// CHECK-NEXT: %[[T:.*]] = code.kernel(%[[A]])
// CHECK: %[[C:.*]] = prim.matmul %[[T]], %arg1
// CHECK-NEXT: return %[[C]], %[[D]]
func.func @one_needs_the_other(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>)
    -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
  %t = prim.tanh %a : tensor<128x128xf32>
  %c = prim.matmul %t, %y : tensor<128x128xf32>, tensor<128x128xf32>
  %d = prim.matmul %y, %y : tensor<128x128xf32>, tensor<128x128xf32>
  return %c, %d : tensor<128x128xf32>, tensor<128x128xf32>
}

// Small products, and those of open sizes, are not worth a thread; large ones not the memory.
// CHECK-LABEL: @nothing_moves
// CHECK-NEXT: prim.matmul %arg0, %arg0
// CHECK-NEXT: code.kernel
// CHECK: prim.matmul %arg1, %arg1
// CHECK-NEXT: code.kernel
// CHECK: prim.matmul %arg2, %arg2
// CHECK-NEXT: code.kernel
// CHECK: prim.matmul %arg2, %arg2
func.func @nothing_moves(%x: tensor<32x32xf32>, %y: tensor<?x?xf32>, %z: tensor<2048x2048xf32>)
    -> (tensor<32x32xf32>, tensor<?x?xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %a = prim.matmul %x, %x : tensor<32x32xf32>, tensor<32x32xf32>
  %s = prim.tanh %a : tensor<32x32xf32>
  %b = prim.matmul %y, %y : tensor<?x?xf32>, tensor<?x?xf32>
  %t = prim.tanh %b : tensor<?x?xf32>
  %c = prim.matmul %z, %z : tensor<2048x2048xf32>, tensor<2048x2048xf32>
  %u = prim.tanh %c : tensor<2048x2048xf32>
  %d = prim.matmul %z, %z : tensor<2048x2048xf32>, tensor<2048x2048xf32>
  return %s, %t, %u, %d
      : tensor<32x32xf32>, tensor<?x?xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// What is popped stays where it is, and so does what needs it.
// CHECK-LABEL: @effects_stay
// CHECK: prim.matmul %arg0, %arg0
// CHECK-NEXT: prim.matmul %arg0, %arg1
// CHECK-NEXT: %[[P:.*]] = flow.pop_back
// CHECK-NEXT: prim.matmul %[[P]], %[[P]]
func.func @effects_stay(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>)
    -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<128x128xf32>
  %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
  %p = flow.pop_back %s : tensor<128x128xf32>
  %b = prim.matmul %p, %p : tensor<128x128xf32>, tensor<128x128xf32>
  %c = prim.matmul %x, %y : tensor<128x128xf32>, tensor<128x128xf32>
  return %a, %b, %c : tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>
}

// Nothing moves over control flow.
// CHECK-LABEL: @control_flow_stays
// CHECK: prim.matmul %arg0, %arg0
// CHECK-NEXT: flow.if
// CHECK: prim.matmul %arg0, %arg1
func.func @control_flow_stays(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>, %c: tensor<i1>)
    -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) {
  %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
  %t = flow.if %c : tensor<i1> -> (tensor<128x128xf32>) {
    flow.yield %x : tensor<128x128xf32>
  } else {
    flow.yield %y : tensor<128x128xf32>
  }
  %b = prim.matmul %x, %y : tensor<128x128xf32>, tensor<128x128xf32>
  return %a, %t, %b : tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>
}
