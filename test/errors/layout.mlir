// What only the sizes at run time can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @pieces_that_do_not_add_up: {{.*}} 'prim.split': the sizes of the pieces must add up to that of axis 0; found shape [4]
func.func @pieces_that_do_not_add_up(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<1xf64> {
  %a, %b = prim.split %x axis 0 sizes [1, 2] : tensor<?xf64>
  return %a : tensor<1xf64>
}

// CHECK: @joined_sizes_differ: {{.*}} 'prim.concat': operands 0 and 1 cannot be joined along axis 0: the sizes of axis 1 differ; found shapes [1, 2] and [1, 3]
func.func @joined_sizes_differ(%x: tensor<1x?xf64> {check.shape = [1, 2]},
    %y: tensor<1x?xf64> {check.shape = [1, 3]}) -> tensor<2x?xf64> {
  %z = prim.concat %x, %y axis 0 : tensor<1x?xf64>, tensor<1x?xf64>
  return %z : tensor<2x?xf64>
}

// CHECK: @pad_cuts_too_much: {{.*}} 'prim.pad': low -3 and high -3 cut more than there is from axis 0; found shapes [5] and []
func.func @pad_cuts_too_much(%x: tensor<?xf64> {check.shape = [5]}, %v: tensor<f64>)
    -> tensor<?xf64> {
  %y = prim.pad %x with %v low [-3] high [-3] interior [0] : tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: @slice_beyond_the_end: {{.*}} 'prim.slice': elements 1 to 4 of axis 0 are not a part of the tensor: 0 <= start <= limit <= size is needed; found shape [3]
func.func @slice_beyond_the_end(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<3xf64> {
  %y = prim.slice %x starts [1] limits [4] strides [1] : tensor<?xf64>
  return %y : tensor<3xf64>
}

// CHECK: @block_too_large: {{.*}} 'prim.dynamic_slice': the block does not fit along axis 0; found shapes [3] and [1]
func.func @block_too_large(%x: tensor<?xf64> {check.shape = [3]},
    %i: tensor<1xi64> {check.value = dense<0> : tensor<1xi64>}) -> tensor<4xf64> {
  %y = prim.dynamic_slice %x at %i : tensor<?xf64>, tensor<1xi64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// CHECK: @start_of_another_rank: {{.*}} 'prim.dynamic_slice': start must have one number per axis; found shapes [3] and [2]
func.func @start_of_another_rank(%x: tensor<3xf64>,
    %i: tensor<?xi64> {check.value = dense<0> : tensor<2xi64>}) -> tensor<1xf64> {
  %y = prim.dynamic_slice %x at %i : tensor<3xf64>, tensor<?xi64> -> tensor<1xf64>
  return %y : tensor<1xf64>
}

// CHECK: @update_too_large: {{.*}} 'prim.dynamic_update_slice': the block does not fit along axis 0; found shapes [3] and [1] and [4]
func.func @update_too_large(%x: tensor<?xf64> {check.shape = [3]}, %u: tensor<4xf64>,
    %i: tensor<1xi64> {check.value = dense<0> : tensor<1xi64>}) -> tensor<?xf64> {
  %y = prim.dynamic_update_slice %x at %i update %u : tensor<?xf64>, tensor<1xi64>, tensor<4xf64>
  return %y : tensor<?xf64>
}

// CHECK: @repeated_to_another_size: {{.*}} 'prim.broadcast': the shape cannot be repeated: the size of axis 0 is neither 1 nor that of the larger shape; found shape [2]
func.func @repeated_to_another_size(%x: tensor<?xf64> {check.shape = [2]}) -> tensor<3xf64> {
  %y = prim.broadcast %x : tensor<?xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// CHECK: @repeated_to_a_negative_size: {{.*}} 'prim.broadcast': the shape operand's size of axis 0 is negative; found shapes [] and [1]
func.func @repeated_to_a_negative_size(%x: tensor<f64>,
    %shape: tensor<1xi64> {check.value = dense<-1> : tensor<1xi64>}) -> tensor<?xf64> {
  %y = prim.broadcast %x to %shape : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: @summed_to_another_size: {{.*}} 'prim.sum_to': the shape cannot be repeated: the size of axis 0 is neither 1 nor that of the larger shape; found shape [2]
func.func @summed_to_another_size(%x: tensor<?xf64> {check.shape = [2]}) -> tensor<3xf64> {
  %y = prim.sum_to %x : tensor<?xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// CHECK: @shapes_without_a_common_one: {{.*}} 'prim.broadcast_shapes': shapes do not fit together: sizes -1 from the end are neither equal nor 1; found shapes [1] and [1]
func.func @shapes_without_a_common_one(%a: tensor<1xi64> {check.value = dense<2> : tensor<1xi64>},
    %b: tensor<1xi64> {check.value = dense<3> : tensor<1xi64>}) -> tensor<1xi64> {
  %s = prim.broadcast_shapes %a, %b : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %s : tensor<1xi64>
}

// CHECK: @viewed_with_more_elements: {{.*}} 'prim.reshape': cannot view the elements as this shape: there are more or fewer; found shape [2]
func.func @viewed_with_more_elements(%x: tensor<?xf64> {check.shape = [2]}) -> tensor<3xf64> {
  %y = prim.reshape %x : tensor<?xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// CHECK: @squeezed_axis_is_not_1: {{.*}} 'prim.squeeze': only axes of size 1 can be removed, but axis 0 is not one; found shape [2]
func.func @squeezed_axis_is_not_1(%x: tensor<?xf64> {check.shape = [2]}) -> tensor<f64> {
  %y = prim.squeeze %x axes [0] : tensor<?xf64>
  return %y : tensor<f64>
}

// CHECK: @shape_operand_of_another_rank: {{.*}} 'prim.iota': the shape operand must have one size for each axis of the result, which has 1; found shape [2]
func.func @shape_operand_of_another_rank(%shape: tensor<?xi64> {check.value = dense<1> : tensor<2xi64>})
    -> tensor<?xf64> {
  %y = prim.iota axis 0 to %shape : tensor<?xi64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: @shape_operand_of_another_size: {{.*}} 'prim.fill': the shape operand differs from the result, whose axis 1 has size 2; found shapes [] and [2]
func.func @shape_operand_of_another_size(%x: tensor<f64>,
    %shape: tensor<2xi64> {check.value = dense<3> : tensor<2xi64>}) -> tensor<?x2xf64> {
  %y = prim.fill %x to %shape : tensor<f64>, tensor<2xi64> -> tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

// CHECK: @elements_that_cannot_be_counted: {{.*}} 'prim.fill': an array of shape [4294967296, 4294967296] is too large
func.func @elements_that_cannot_be_counted(%x: tensor<f64>,
    %shape: tensor<2xi64> {check.value = dense<4294967296> : tensor<2xi64>}) -> tensor<?x?xf64> {
  %y = prim.fill %x to %shape : tensor<f64>, tensor<2xi64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// CHECK: @bytes_that_cannot_be_counted: {{.*}} 'prim.fill': an array of shape [4611686018427387904] is too large
func.func @bytes_that_cannot_be_counted(%x: tensor<f64>,
    %shape: tensor<1xi64> {check.value = dense<4611686018427387904> : tensor<1xi64>}) -> tensor<?xf64> {
  %y = prim.fill %x to %shape : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
