// What only the sizes at run time can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @pieces_that_do_not_add_up: {{.*}} 'prim.split': the sizes add up to 3, but axis 0 has size 4
func.func @pieces_that_do_not_add_up(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<1xf64> {
  %a, %b = prim.split %x axis 0 sizes [1, 2] : tensor<?xf64>
  return %a : tensor<1xf64>
}

// CHECK: @joined_sizes_differ: {{.*}} 'prim.concat': shapes [1, 2] and [1, 3] cannot be joined along axis 0
func.func @joined_sizes_differ(%x: tensor<1x?xf64> {check.shape = [1, 2]},
    %y: tensor<1x?xf64> {check.shape = [1, 3]}) -> tensor<2x?xf64> {
  %z = prim.concat %x, %y axis 0 : tensor<1x?xf64>, tensor<1x?xf64>
  return %z : tensor<2x?xf64>
}

// CHECK: @pad_cuts_too_much: {{.*}} 'prim.pad': low -3 and high -3 do not fit axis 0 of shape [5]
func.func @pad_cuts_too_much(%x: tensor<?xf64> {check.shape = [5]}, %v: tensor<f64>)
    -> tensor<?xf64> {
  %y = prim.pad %x with %v low [-3] high [-3] interior [0] : tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: @slice_beyond_the_end: {{.*}} 'prim.slice': elements 1 to 4 of axis 0 are not a part of shape [3]
func.func @slice_beyond_the_end(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<3xf64> {
  %y = prim.slice %x starts [1] limits [4] strides [1] : tensor<?xf64>
  return %y : tensor<3xf64>
}

// CHECK: @block_too_large: {{.*}} 'prim.dynamic_slice': a block of shape [4] does not fit into shape [3]
func.func @block_too_large(%x: tensor<?xf64> {check.shape = [3]},
    %i: tensor<1xi64> {check.value = dense<0> : tensor<1xi64>}) -> tensor<4xf64> {
  %y = prim.dynamic_slice %x at %i : tensor<?xf64>, tensor<1xi64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// CHECK: @start_of_another_rank: {{.*}} 'prim.dynamic_slice': start has 2 numbers for an operand of shape [3]
func.func @start_of_another_rank(%x: tensor<3xf64>,
    %i: tensor<?xi64> {check.value = dense<0> : tensor<2xi64>}) -> tensor<1xf64> {
  %y = prim.dynamic_slice %x at %i : tensor<3xf64>, tensor<?xi64> -> tensor<1xf64>
  return %y : tensor<1xf64>
}
