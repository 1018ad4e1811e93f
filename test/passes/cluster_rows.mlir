// RUN: cotan-opt %s --fuse | FileCheck %s

// Slices, columns and what they are joined to have different shapes, but the same rows.
// CHECK-LABEL: @one_kernel
// CHECK: code.kernel by_rows(%arg0, %arg1)
// CHECK-NOT: code.kernel
// CHECK: return
func.func @one_kernel(%x: tensor<100x2xf64>, %y: tensor<100xf64>) -> tensor<100x3xf64> {
  %a = prim.slice %x starts [0, 0] limits [100, 1] strides [1, 1] : tensor<100x2xf64>
  %v = prim.reshape %a : tensor<100x1xf64> -> tensor<100xf64>
  %m = prim.mul %v, %y : tensor<100xf64>
  %s = prim.mul %x, %x : tensor<100x2xf64>
  %n = prim.sum %s axes [1] : tensor<100x2xf64>
  %t = prim.sin %m : tensor<100xf64>
  %u = prim.mul %t, %n : tensor<100xf64>
  %w = prim.add %u, %t : tensor<100xf64>
  %k = prim.tanh %w : tensor<100xf64>
  %l = prim.mul %k, %w : tensor<100xf64>
  %j = prim.sub %l, %n : tensor<100xf64>
  %e = prim.exp %j : tensor<100xf64>
  %c = prim.reshape %e : tensor<100xf64> -> tensor<100x1xf64>
  %z = prim.concat %c, %x axis 1 : tensor<100x1xf64>, tensor<100x2xf64>
  return %z : tensor<100x3xf64>
}

// Long rows fill registers by themselves; of few rows there is nothing to gain.
// CHECK-LABEL: @long_rows
// CHECK-NOT: by_rows
func.func @long_rows(%x: tensor<100x64xf64>, %y: tensor<10x3xf64>) -> (tensor<100x128xf64>, tensor<10x6xf64>) {
  %s = prim.exp %x : tensor<100x64xf64>
  %z = prim.concat %s, %x axis 1 : tensor<100x64xf64>, tensor<100x64xf64>
  %t = prim.exp %y : tensor<10x3xf64>
  %w = prim.concat %t, %y axis 1 : tensor<10x3xf64>, tensor<10x3xf64>
  return %z, %w : tensor<100x128xf64>, tensor<10x6xf64>
}

// Elementwise ops read memory in its order.
// CHECK-LABEL: @same_places
// CHECK-NOT: by_rows
func.func @same_places(%x: tensor<100x2xf64>) -> tensor<100x2xf64> {
  %s = prim.exp %x : tensor<100x2xf64>
  %z = prim.mul %s, %x : tensor<100x2xf64>
  return %z : tensor<100x2xf64>
}

// What other rows need is in memory first.
// CHECK-LABEL: @other_rows
// CHECK: %[[E:.*]] = code.kernel(%arg0)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: prim.exp
// CHECK: code.kernel{{.*}}(%[[E]]
func.func @other_rows(%x: tensor<100x2xf64>) -> tensor<100xf64> {
  %s = prim.exp %x : tensor<100x2xf64>
  %f = prim.flip %s axes [0] : tensor<100x2xf64>
  %m = prim.mul %f, %s : tensor<100x2xf64>
  %t = prim.sum %m axes [1] : tensor<100x2xf64>
  return %t : tensor<100xf64>
}
