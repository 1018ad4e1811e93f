// What only the sizes at run time can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @more_than_there_are: {{.*}} 'prim.topk': cannot pick 3 elements from an axis of fewer; found shape [2]
func.func @more_than_there_are(%x: tensor<?xf64> {check.shape = [2]}) -> tensor<3xf64> {
  %y, %i = prim.topk %x k 3 : tensor<?xf64>
  return %y : tensor<3xf64>
}
