// What only the sizes at run time can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @inner_sizes_differ: {{.*}} 'prim.matmul': inner sizes differ; transpose one operand or check the layout; found shapes [2, 3] and [4, 2]
func.func @inner_sizes_differ(%x: tensor<2x?xf64> {check.shape = [2, 3]}, %y: tensor<4x2xf64>)
    -> tensor<2x2xf64> {
  %z = prim.matmul %x, %y : tensor<2x?xf64>, tensor<4x2xf64>
  return %z : tensor<2x2xf64>
}

// CHECK: @contracted_sizes_differ: {{.*}} 'prim.dot_general': the shapes do not fit together: axis 0 of lhs meets axis 0 of rhs, which has another size; found shapes [3] and [4]
func.func @contracted_sizes_differ(%x: tensor<?xf64> {check.shape = [3]}, %y: tensor<4xf64>)
    -> tensor<f64> {
  %z = prim.dot_general %x, %y batching [] x [] contracting [0] x [0] : tensor<?xf64>, tensor<4xf64>
  return %z : tensor<f64>
}

// CHECK: @channels_differ: {{.*}} 'prim.conv': x does not have the channels that the kernel takes in each of 1 feature groups; found shapes [1, 3, 4] and [1, 2, 2]
func.func @channels_differ(%x: tensor<1x?x4xf64> {check.shape = [1, 3, 4]}, %k: tensor<1x2x2xf64>)
    -> tensor<1x1x3xf64> {
  %y = prim.conv %x, %k strides [1] low [0] high [0] : tensor<1x?x4xf64>, tensor<1x2x2xf64>
  return %y : tensor<1x1x3xf64>
}

// CHECK: @length_of_padding: {{.*}} 'prim.conv': padding must have 2 numbers: a low and a high one per spatial axis; found shapes [1, 1, 4] and [1, 1, 2] and [1]
func.func @length_of_padding(%x: tensor<1x1x4xf64>, %k: tensor<1x1x2xf64>,
    %p: tensor<?xi64> {check.value = dense<0> : tensor<1xi64>}) -> tensor<1x1x?xf64> {
  %y = prim.conv %x, %k padding %p strides [1] low [0] high [0]
      : tensor<1x1x4xf64>, tensor<1x1x2xf64>, tensor<?xi64>
  return %y : tensor<1x1x?xf64>
}

// CHECK: @padding_beyond_memory: {{.*}} 'prim.conv': spatial axis 0 is too large once dilated and padded; found shapes [1, 1, 4] and [1, 1, 2] and [2]
func.func @padding_beyond_memory(%x: tensor<1x1x4xf64>, %k: tensor<1x1x2xf64>,
    %p: tensor<2xi64> {check.value = dense<[9223372036854775807, 0]> : tensor<2xi64>})
    -> tensor<1x1x?xf64> {
  %y = prim.conv %x, %k padding %p strides [1] low [1] high [0]
      : tensor<1x1x4xf64>, tensor<1x1x2xf64>, tensor<2xi64>
  return %y : tensor<1x1x?xf64>
}
