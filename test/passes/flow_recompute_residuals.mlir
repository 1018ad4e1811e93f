// RUN: cotan-opt %s --flow-recompute-residuals | FileCheck %s

// Of x (1 - x) only x is kept: the rest takes two instructions.
// CHECK-LABEL: func.func @logistic
// CHECK: flow.push_back %{{.*}}, %[[X:.*]] : tensor<f64>
// CHECK: %[[A:.*]] = flow.pop_back %{{.*}} : tensor<f64>
// CHECK: %[[B:.*]] = prim.sub %{{.*}}, %[[A]]
// CHECK: %[[C:.*]] = prim.mul %[[A]], %[[B]]
// CHECK: prim.mul %{{.*}}, %[[C]]
func.func @logistic(%x: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<f64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %step = prim.constant dense<1> : tensor<i64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %s = flow.create_stack
  %y = flow.for %zero to %n step %step : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %rest = prim.sub %one, %a : tensor<f64>
    %b = prim.mul %a, %rest : tensor<f64>
    %e = prim.exp %b : tensor<f64>
    flow.push_back %s, %a, %rest, %b : tensor<f64>, tensor<f64>, tensor<f64>
    flow.yield %e : tensor<f64>
  }
  %d = flow.for %zero to %n step %step : tensor<i64> reverse carry(%one) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %c: tensor<f64>) {
    %a, %rest, %b = flow.pop_back %s : tensor<f64>, tensor<f64>, tensor<f64>
    %f = prim.mul %c, %b : tensor<f64>
    %g = prim.mul %f, %rest : tensor<f64>
    %h = prim.mul %g, %a : tensor<f64>
    flow.yield %h : tensor<f64>
  }
  return %y, %d : tensor<f64>, tensor<f64>
}

// A function of many instructions is kept.
// CHECK-LABEL: func.func @expensive
// CHECK: flow.push_back %{{.*}}, %{{.*}}, %{{.*}} : tensor<f64>, tensor<f64>
// CHECK: flow.pop_back %{{.*}} : tensor<f64>, tensor<f64>
func.func @expensive(%x: tensor<f64>) -> tensor<f64> {
  %s = flow.create_stack
  %y = prim.exp %x : tensor<f64>
  flow.push_back %s, %x, %y : tensor<f64>, tensor<f64>
  %a, %b = flow.pop_back %s : tensor<f64>, tensor<f64>
  %z = prim.mul %a, %b : tensor<f64>
  return %z : tensor<f64>
}
