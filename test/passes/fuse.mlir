// RUN: cotan-opt %s --decompose --canonicalize --cse --fuse | FileCheck %s

// Two reductions and what is between them: one kernel, nothing else in memory.
// CHECK-LABEL: @softmax
// CHECK: %[[R:.*]] = code.kernel(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: prim.max
// CHECK: prim.exp
// CHECK: prim.sum
// CHECK: code.yield
// CHECK-NOT: code.kernel
// CHECK: return %[[R]]
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = composite.softmax %x axis 1 : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// What others read too leaves the kernel beside its last result.
// CHECK-LABEL: @read_twice
// CHECK: %[[R:.*]]:2 = code.kernel(%arg0, %arg1)
// CHECK: prim.matmul %[[R]]#
// CHECK: return %[[R]]#
func.func @read_twice(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = prim.exp %x : tensor<64x64xf32>
  %b = prim.mul %a, %y : tensor<64x64xf32>
  %c = prim.matmul %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
  return %b, %c : tensor<64x64xf32>, tensor<64x64xf32>
}

// Rows and totals over all rows are summed up in one pass.
// CHECK-LABEL: @rows_and_columns
// CHECK: code.kernel
// CHECK-NOT: code.kernel
func.func @rows_and_columns(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %r = prim.sum %x axes [1] : tensor<4x8xf32>
  %c = prim.sum %x axes [0] : tensor<4x8xf32>
  return %r, %c : tensor<4xf32>, tensor<8xf32>
}

// 0-d tensors stay: they become registers.
// CHECK-LABEL: @numbers
// CHECK-NOT: code.kernel
func.func @numbers(%x: tensor<f32>) -> tensor<f32> {
  %y = prim.exp %x : tensor<f32>
  %z = prim.mul %y, %x : tensor<f32>
  return %z : tensor<f32>
}

// A kernel stands where all it reads is there: the matrix product comes between.
// CHECK-LABEL: @around_a_product
// CHECK: code.kernel
// CHECK: prim.matmul
// CHECK: code.kernel
func.func @around_a_product(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = prim.exp %x : tensor<64x64xf32>
  %b = prim.matmul %a, %a : tensor<64x64xf32>, tensor<64x64xf32>
  %c = prim.add %a, %b : tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// Both go through the same numbers and neither waits for the other: one kernel, though the product
// that reads the first stands between them.
// CHECK-LABEL: @side_by_side
// CHECK-COUNT-1: code.kernel
// CHECK-NOT: code.kernel
// CHECK: prim.matmul
func.func @side_by_side(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = prim.exp %x : tensor<64x64xf32>
  %p = prim.matmul %a, %a : tensor<64x64xf32>, tensor<64x64xf32>
  %b = prim.sin %x : tensor<64x64xf32>
  return %p, %b : tensor<64x64xf32>, tensor<64x64xf32>
}

// What is made of a row's numbers stays with them; a repetition is read, never written.
// CHECK-LABEL: @normalized_twice
// CHECK-COUNT-1: code.kernel
// CHECK-NOT: code.kernel
// CHECK: code.yield %{{.*}}, %{{.*}} : tensor<64x32xf32>, tensor<64x32xf32>
func.func @normalized_twice(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %s = prim.sum %x axes [1] keepdims : tensor<64x32xf32>
  %r = prim.rsqrt %s : tensor<64x1xf32>
  %all = prim.broadcast %r : tensor<64x1xf32> -> tensor<64x32xf32>
  %a = prim.mul %x, %all : tensor<64x32xf32>
  %b = prim.mul %y, %all : tensor<64x32xf32>
  return %a, %b : tensor<64x32xf32>, tensor<64x32xf32>
}

// Other axes cannot share loops.
// CHECK-LABEL: @middle_and_columns
// CHECK-COUNT-2: code.kernel
// CHECK-NOT: code.kernel
func.func @middle_and_columns(%x: tensor<4x8x5xf32>) -> (tensor<4x5xf32>, tensor<8x5xf32>) {
  %r = prim.sum %x axes [1] : tensor<4x8x5xf32>
  %c = prim.sum %x axes [0] : tensor<4x8x5xf32>
  return %r, %c : tensor<4x5xf32>, tensor<8x5xf32>
}

// Totals that rows need are computed before them.
// CHECK-LABEL: @totals_that_are_read
// CHECK-COUNT-2: code.kernel
// CHECK-NOT: code.kernel
func.func @totals_that_are_read(%x: tensor<64x32xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %c = prim.sum %x axes [0] keepdims : tensor<64x32xf32>
  %r = prim.max %x axes [1] : tensor<64x32xf32>
  %all = prim.broadcast %c : tensor<1x32xf32> -> tensor<64x32xf32>
  %d = prim.mul %x, %all : tensor<64x32xf32>
  %s = prim.sum %d axes [1] : tensor<64x32xf32>
  return %s, %r : tensor<64xf32>, tensor<64xf32>
}

// Rows too long for a second pass: the difference is computed again from what is read anyway rather than
// written and read.
// CHECK-LABEL: @computed_again
// CHECK: %{{.*}}:2 = code.kernel(%arg0)
// CHECK: code.yield %{{.*}}, %{{.*}} : tensor<64x1xf32>, tensor<64x1xf32>
// CHECK: code.kernel(%{{.*}}, %arg0)
// CHECK: prim.sub
// CHECK: prim.sum %{{.*}} axes [0]
func.func @computed_again(%x: tensor<64x5000xf32>) -> (tensor<64x1xf32>, tensor<5000xf32>) {
  %m = prim.max %x axes [1] keepdims : tensor<64x5000xf32>
  %all = prim.broadcast %m : tensor<64x1xf32> -> tensor<64x5000xf32>
  %d = prim.sub %x, %all : tensor<64x5000xf32>
  %e = prim.sum %d axes [1] keepdims : tensor<64x5000xf32>
  %f = prim.sum %d axes [0] : tensor<64x5000xf32>
  return %e, %f : tensor<64x1xf32>, tensor<5000xf32>
}

// Numbers of no axes at all are no rows of something else: two kernels.
// CHECK-LABEL: @of_another_space
// CHECK-COUNT-2: code.kernel
// CHECK-NOT: code.kernel
func.func @of_another_space(%x: tensor<3xf32>, %y: tensor<4x5x6xf32>) -> (tensor<f32>, tensor<4x5x6xf32>) {
  %s = prim.sum %x axes [0] : tensor<3xf32>
  %all = prim.broadcast %s : tensor<f32> -> tensor<4x5x6xf32>
  %z = prim.mul %y, %all : tensor<4x5x6xf32>
  return %s, %z : tensor<f32>, tensor<4x5x6xf32>
}

// The pieces of a split are read in the loops that need them.
// CHECK-LABEL: @pieces
// CHECK: code.kernel
// CHECK-NOT: code.kernel
func.func @pieces(%x: tensor<4x12xf32>) -> tensor<4x6xf32> {
  %a, %b = prim.split %x axis 1 sizes [6, 6] : tensor<4x12xf32>
  %c = prim.exp %a : tensor<4x6xf32>
  %d = prim.mul %b, %c : tensor<4x6xf32>
  return %d : tensor<4x6xf32>
}

// What a square takes is read anyway; so is the tangent that another kernel stores: neither is written.
// CHECK-LABEL: @computed_of_what_is_stored
// CHECK: code.yield %{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>
// CHECK: prim.matmul
// CHECK: code.kernel
// CHECK-DAG: prim.square
// CHECK-DAG: prim.add
func.func @computed_of_what_is_stored(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = prim.constant dense<1.0> : tensor<64x64xf32>
  %s = prim.square %x : tensor<64x64xf32>
  %t = prim.tanh %s : tensor<64x64xf32>
  %u = prim.add %t, %one : tensor<64x64xf32>
  %y = prim.mul %u, %s : tensor<64x64xf32>
  %z = prim.matmul %y, %w : tensor<64x64xf32>, tensor<64x64xf32>
  %a = prim.mul %z, %s : tensor<64x64xf32>
  %b = prim.mul %t, %u : tensor<64x64xf32>
  %c = prim.mul %x, %b : tensor<64x64xf32>
  %d = prim.add %a, %c : tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// Numbers of fewer axes than the loops go through cannot leave them: only whole values and rows can.
// CHECK-LABEL: @smaller_than_the_space
// CHECK-NOT: code.yield {{.*}}tensor<4x8xi64>
// CHECK: return
func.func @smaller_than_the_space(%x: tensor<2x4x8xf32>, %k: tensor<2x4x1xi64>, %g: tensor<2x4x1xf32>) -> (tensor<2x4xf32>, tensor<4x8xf32>) {
  %zero = prim.constant dense<0.0> : tensor<2x4x8xf32>
  %i = prim.iota axis 1 -> tensor<4x8xi64>
  %all = prim.broadcast %i : tensor<4x8xi64> -> tensor<2x4x8xi64>
  %keys = prim.broadcast %k : tensor<2x4x1xi64> -> tensor<2x4x8xi64>
  %hit = prim.eq %all, %keys : tensor<2x4x8xi64>
  %a = prim.where %hit, %x, %zero : tensor<2x4x8xf32>
  %s = prim.sum %a axes [2] : tensor<2x4x8xf32>
  %rows = prim.broadcast %g : tensor<2x4x1xf32> -> tensor<2x4x8xf32>
  %b = prim.where %hit, %rows, %zero : tensor<2x4x8xf32>
  %t = prim.sum %b axes [0] : tensor<2x4x8xf32>
  return %s, %t : tensor<2x4xf32>, tensor<4x8xf32>
}

// Where nothing is summed up, a product is a formula of one element like others.
// CHECK-LABEL: @outer_product
// CHECK: code.kernel(%{{.*}}, %{{.*}}) : (tensor<40x1xf64>, tensor<1x24xf64>) -> tensor<40x24xf64>
// CHECK-NOT: code.kernel
func.func @outer_product(%x: tensor<40x1xf64>, %y: tensor<1x24xf64>) -> tensor<40x24xf64> {
  %z = prim.dot_general %x, %y batching [] x [] contracting [1] x [0] : tensor<40x1xf64>, tensor<1x24xf64>
  %t = prim.tanh %z : tensor<40x24xf64>
  return %t : tensor<40x24xf64>
}

// %b is stored, whoever reads %c: that is computed of it once more, though not of all it is made of.
// CHECK-LABEL: @read_rather_than_computed_again
// CHECK: code.yield %{{.*}} : tensor<64x64xf32>
// CHECK: prim.matmul
// CHECK: code.kernel
// CHECK: prim.neg
func.func @read_rather_than_computed_again(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %t = prim.tanh %x : tensor<64x64xf32>
  %u = prim.tanh %y : tensor<64x64xf32>
  %b = prim.mul %t, %u : tensor<64x64xf32>
  %c = prim.neg %b : tensor<64x64xf32>
  %d = prim.matmul %b, %w : tensor<64x64xf32>, tensor<64x64xf32>
  %e = prim.mul %d, %c : tensor<64x64xf32>
  return %e, %b : tensor<64x64xf32>, tensor<64x64xf32>
}

// Columns of a matrix are read where they lie, by each reader: no kernel copies them.
// CHECK-LABEL: func.func @columns
// CHECK: code.kernel
// CHECK: prim.slice
// CHECK: prim.reshape
// CHECK: prim.slice
// CHECK: prim.reshape
// CHECK: prim.mul
// CHECK-NOT: code.kernel
// CHECK: return
func.func @columns(%x: tensor<100x7xf64>) -> tensor<100xf64> {
  %a = prim.slice %x starts [0, 2] limits [100, 3] strides [1, 1] : tensor<100x7xf64>
  %b = prim.reshape %a : tensor<100x1xf64> -> tensor<100xf64>
  %c = prim.slice %x starts [0, 4] limits [100, 5] strides [1, 1] : tensor<100x7xf64>
  %d = prim.reshape %c : tensor<100x1xf64> -> tensor<100xf64>
  %s = prim.sin %b : tensor<100xf64>
  %y = prim.mul %s, %d : tensor<100xf64>
  return %y : tensor<100xf64>
}

// Parts of what is looked up: each is read by its own reader, all of it once, so it is not written.
// CHECK-LABEL: @parts_of_what_is_looked_up
// CHECK: code.kernel
// CHECK: prim.take
// CHECK: prim.slice
// CHECK: prim.slice
// CHECK-NOT: code.kernel
// CHECK: return
func.func @parts_of_what_is_looked_up(%x: tensor<5x40x3xf64>, %i: tensor<20x2xi64>) -> tensor<5x20x1x3xf64> {
  %y = prim.take %x at %i axis 1 : tensor<5x40x3xf64>, tensor<20x2xi64>
  %a = prim.slice %y starts [0, 0, 0, 0] limits [5, 20, 1, 3] strides [1, 1, 1, 1] : tensor<5x20x2x3xf64>
  %b = prim.slice %y starts [0, 0, 1, 0] limits [5, 20, 2, 3] strides [1, 1, 1, 1] : tensor<5x20x2x3xf64>
  %z = prim.sub %a, %b : tensor<5x20x1x3xf64>
  return %z : tensor<5x20x1x3xf64>
}

// Parts that overlap would be computed twice.
// CHECK-LABEL: @parts_that_overlap
// CHECK-COUNT-2: code.kernel
// CHECK-NOT: code.kernel
func.func @parts_that_overlap(%x: tensor<100xf64>) -> tensor<99xf64> {
  %y = prim.exp %x : tensor<100xf64>
  %a = prim.slice %y starts [0] limits [99] strides [1] : tensor<100xf64>
  %b = prim.slice %y starts [1] limits [100] strides [1] : tensor<100xf64>
  %z = prim.sub %b, %a : tensor<99xf64>
  return %z : tensor<99xf64>
}

// Functions of parts so short that they fill no register are not computed where those are read.
// CHECK-LABEL: @functions_of_short_parts
// CHECK: code.kernel
// CHECK: prim.exp
// CHECK-NEXT: code.yield
// CHECK: code.kernel
func.func @functions_of_short_parts(%x: tensor<5x20x2xf64>) -> tensor<5x20x1xf64> {
  %y = prim.exp %x : tensor<5x20x2xf64>
  %a = prim.slice %y starts [0, 0, 0] limits [5, 20, 1] strides [1, 1, 1] : tensor<5x20x2xf64>
  %b = prim.slice %y starts [0, 0, 1] limits [5, 20, 2] strides [1, 1, 1] : tensor<5x20x2xf64>
  %z = prim.mul %a, %b : tensor<5x20x1xf64>
  return %z : tensor<5x20x1xf64>
}

// Halves of halves: each has code of its own, which doubles with each of them. Eight are enough.
// CHECK-LABEL: @halves_of_halves
// CHECK: code.kernel(%arg0) : (tensor<32xf64>) -> tensor<16xf64>
// CHECK: code.kernel(%{{.*}}) : (tensor<16xf64>) -> tensor<1xf64>
// CHECK-NOT: code.kernel
func.func @halves_of_halves(%x: tensor<32xf64>) -> tensor<1xf64> {
  %a0 = prim.slice %x starts [0] limits [16] strides [1] : tensor<32xf64>
  %a1 = prim.slice %x starts [16] limits [32] strides [1] : tensor<32xf64>
  %a = prim.mul %a0, %a1 : tensor<16xf64>
  %b0 = prim.slice %a starts [0] limits [8] strides [1] : tensor<16xf64>
  %b1 = prim.slice %a starts [8] limits [16] strides [1] : tensor<16xf64>
  %b = prim.mul %b0, %b1 : tensor<8xf64>
  %c0 = prim.slice %b starts [0] limits [4] strides [1] : tensor<8xf64>
  %c1 = prim.slice %b starts [4] limits [8] strides [1] : tensor<8xf64>
  %c = prim.mul %c0, %c1 : tensor<4xf64>
  %d0 = prim.slice %c starts [0] limits [2] strides [1] : tensor<4xf64>
  %d1 = prim.slice %c starts [2] limits [4] strides [1] : tensor<4xf64>
  %d = prim.mul %d0, %d1 : tensor<2xf64>
  %e0 = prim.slice %d starts [0] limits [1] strides [1] : tensor<2xf64>
  %e1 = prim.slice %d starts [1] limits [2] strides [1] : tensor<2xf64>
  %e = prim.mul %e0, %e1 : tensor<1xf64>
  return %e : tensor<1xf64>
}

// A number that is picked is read where it lies, without a kernel.
// CHECK-LABEL: @a_number_is_picked
// CHECK-NOT: code.kernel
// CHECK: return
func.func @a_number_is_picked(%x: tensor<4x12xf32>) -> tensor<f32> {
  %a = prim.slice %x starts [2, 3] limits [3, 4] strides [1, 1] : tensor<4x12xf32>
  %b = prim.reshape %a : tensor<1x1xf32> -> tensor<f32>
  return %b : tensor<f32>
}

// What is computed of arguments alone waits for the first that reads it: its result takes memory
// from there on only.
// CHECK-LABEL: @a_kernel_stands_before_its_reader
// CHECK: prim.matmul
// CHECK: prim.matmul
// CHECK: code.kernel(%arg1)
// CHECK: prim.matmul
func.func @a_kernel_stands_before_its_reader(%x: tensor<128x128xf32>, %w: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %e = prim.exp %w : tensor<128x128xf32>
  %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
  %b = prim.matmul %a, %a : tensor<128x128xf32>, tensor<128x128xf32>
  %c = prim.matmul %b, %e : tensor<128x128xf32>, tensor<128x128xf32>
  return %c : tensor<128x128xf32>
}
