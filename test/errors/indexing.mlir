// What only the values and sizes at run time can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @nothing_to_take: {{.*}} 'prim.take': an index has no nearest element on an axis of size 0; found shapes [0] and [1]
func.func @nothing_to_take(%x: tensor<0xf64>,
    %i: tensor<1xi64> {check.value = dense<7> : tensor<1xi64>}) -> tensor<1xf64> {
  %y = prim.take %x at %i axis 0 : tensor<0xf64>, tensor<1xi64>
  return %y : tensor<1xf64>
}

// CHECK: @updates_of_another_shape: {{.*}} 'prim.scatter': axis 0 of the updates does not have the size of what the indices name; found shapes [4] and [2] and [3]
func.func @updates_of_another_shape(%x: tensor<4xf64>,
    %i: tensor<?xi64> {check.value = dense<1> : tensor<2xi64>}, %u: tensor<3xf64>)
    -> tensor<4xf64> {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<4xf64>, tensor<?xi64>, tensor<3xf64>
  return %y : tensor<4xf64>
}

// CHECK: @indices_of_another_shape: {{.*}} 'prim.take_along_axis': the indices do not fit the array along axis 1: the sizes of axis 0 differ; found shapes [2, 2] and [3, 1]
func.func @indices_of_another_shape(%x: tensor<2x2xf64>,
    %i: tensor<?x1xi64> {check.value = dense<0> : tensor<3x1xi64>}) -> tensor<?x1xf64> {
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x2xf64>, tensor<?x1xi64>
  return %y : tensor<?x1xf64>
}
