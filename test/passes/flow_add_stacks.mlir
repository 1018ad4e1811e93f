// RUN: cotan-opt %s --flow-add-stacks --flow-differentiate="wrt=0 of=0" --flow-differentiate="wrt=0 of=1" | cotan run - --input 0.7 --input 3 | FileCheck %s
// RUN: cotan-opt %s --flow-add-stacks --flow-differentiate="wrt=0 of=0 prune=0" --flow-differentiate="wrt=0 of=1 prune=0" | cotan run - --input 0.7 --input 3 | FileCheck %s
// RUN: cotan grad %s --order 2 | cotan run - --input 0.7 --input 3 | FileCheck %s
// The three steps one by one, of a loop that holds one loop with a derivative and one without.
// CHECK: f64[] = 0.8395645997430541
// CHECK-NEXT: f64[] = 1.318346191371527
// CHECK-NEXT: f64[] = 13.86447680024028
func.func @main(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = flow.for %zero to %n step %one : tensor<i64> carry(%a) : (tensor<f64>) -> (tensor<f64>)
    body(%j: tensor<i64>, %k: tensor<f64>) {
      %l = prim.sin %k : tensor<f64>
      flow.yield %l : tensor<f64>
    }
    %m = flow.for %zero to %n step %one : tensor<i64> carry(%i) : (tensor<i64>) -> (tensor<i64>)
    body(%j: tensor<i64>, %k: tensor<i64>) {
      %l = prim.add %k, %j : tensor<i64>
      flow.yield %l : tensor<i64>
    }
    %f = prim.cast %m : tensor<i64> -> tensor<f64>
    %c = prim.mul %b, %f : tensor<f64>
    flow.yield %c : tensor<f64>
  }
  return %y : tensor<f64>
}
