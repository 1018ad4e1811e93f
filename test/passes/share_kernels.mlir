// RUN: cotan-opt %s --share-kernels | FileCheck %s

// What differs in an integer only takes it as an operand, each kernel its own.
// CHECK-LABEL: @four
// CHECK: code.kernel(%arg0, %[[A:.*]]) :
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xi64>, %[[N:.*]]: tensor<i64>):
// CHECK-NEXT: prim.broadcast %[[N]]
// CHECK-COUNT-3: code.kernel(%{{.*}}, %{{.*}}) :
// CHECK: return
func.func @four(%x: tensor<8xi64>) -> (tensor<8xi64>, tensor<8xi64>, tensor<8xi64>, tensor<8xi64>) {
  %a = code.kernel(%x) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<1> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.add %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  %b = code.kernel(%a) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<2> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.add %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  %c = code.kernel(%b) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<3> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.add %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  %d = code.kernel(%c) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<4> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.add %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  return %a, %b, %c, %d : tensor<8xi64>, tensor<8xi64>, tensor<8xi64>, tensor<8xi64>
}

// Of few kernels each keeps its constant, as do those that do something else with it.
// CHECK-LABEL: @two
// CHECK: code.kernel(%arg0) :
// CHECK: code.kernel(%{{.*}}) :
// CHECK: return
func.func @two(%x: tensor<8xi64>) -> (tensor<8xi64>, tensor<8xi64>) {
  %a = code.kernel(%x) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<1> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.add %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  %b = code.kernel(%a) : (tensor<8xi64>) -> tensor<8xi64> {
  ^bb0(%y: tensor<8xi64>):
    %n = prim.constant dense<2> : tensor<i64>
    %m = prim.broadcast %n : tensor<i64> -> tensor<8xi64>
    %z = prim.mul %y, %m : tensor<8xi64>
    code.yield %z : tensor<8xi64>
  }
  return %a, %b : tensor<8xi64>, tensor<8xi64>
}
