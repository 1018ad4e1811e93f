// RUN: cotan run %s --input "[1, 2, 3]" --input 2 --timing 2>&1 | FileCheck %s

// What has become part of the program is no function of its own, whose size could be told.
// CHECK: 100.0% {{.*}} cotan_program
// CHECK-NEXT: y: f64[] = 9.0
func.func @main(%x: tensor<3xf64>, %i: tensor<i64>) -> (tensor<f64> {cotan.name = "y"}) {
  %a = prim.mul %x, %x : tensor<3xf64>
  %b = prim.take %a at %i axis 0 : tensor<3xf64>, tensor<i64>
  return %b : tensor<f64>
}
