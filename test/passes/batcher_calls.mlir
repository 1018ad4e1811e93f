// RUN: cotan-opt %s --pass-pipeline="builtin.module(batch{entry=calls_each_other arguments=0 size=3 repeat-results=false})" | FileCheck %s

// What functions that call each other give differs where what they give of it does, all the way
// around: the number of calls, the second result, does not, though the value does. At first neither
// is known of either.
// CHECK-LABEL: func.func @calls_each_other
// CHECK-SAME: -> (tensor<3xf64>, tensor<i64>)
// CHECK:      func.func private @even_of_3{{.*}}(%{{.*}}: tensor<3xf64>, %{{.*}}: tensor<f64>, %{{.*}}: tensor<i64>) -> (tensor<3xf64>, tensor<i64>)
// CHECK:      func.func private @odd_of_3{{.*}}(%{{.*}}: tensor<f64>, %{{.*}}: tensor<3xf64>, %{{.*}}: tensor<i64>) -> (tensor<3xf64>, tensor<i64>)
func.func @calls_each_other(%x: tensor<f64>, %y: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<i64>) {
  %r:2 = call @even(%x, %y, %n) : (tensor<f64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  return %r#0, %r#1 : tensor<f64>, tensor<i64>
}
func.func private @even(%x: tensor<f64>, %y: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %r:2 = flow.if %more : tensor<i1> -> (tensor<f64>, tensor<i64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %s:2 = func.call @odd(%y, %x, %m) : (tensor<f64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
    %count = prim.add %s#1, %one : tensor<i64>
    flow.yield %s#0, %count : tensor<f64>, tensor<i64>
  } else {
    flow.yield %y, %zero : tensor<f64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<i64>
}
func.func private @odd(%y: tensor<f64>, %x: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %r:2 = flow.if %more : tensor<i1> -> (tensor<f64>, tensor<i64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %s:2 = func.call @even(%x, %y, %m) : (tensor<f64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
    %count = prim.add %s#1, %one : tensor<i64>
    flow.yield %s#0, %count : tensor<f64>, tensor<i64>
  } else {
    flow.yield %x, %zero : tensor<f64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<i64>
}
