// RUN: cotan-opt %s --remove-unread | FileCheck %s

// What a function does not read, and what nobody reads of it, goes, and so does what is there for it.
// CHECK-LABEL: func.func @program(
// CHECK-SAME:    %[[X:.*]]: tensor<f64>, %[[UNREAD:.*]]: tensor<f64>)
// CHECK-NOT:   prim.exp
// CHECK:       %[[Y:.*]] = call @both(%[[X]]) : (tensor<f64>) -> tensor<f64>
// CHECK-NOT:   call
// CHECK:       return %[[Y]]
func.func @program(%x: tensor<f64>, %unread: tensor<f64>) -> tensor<f64> {
  %e = prim.exp %unread : tensor<f64>
  %y:2 = call @both(%x, %e) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  %u:2 = call @both(%y#1, %e) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %y#0 : tensor<f64>
}
// CHECK-LABEL: func.func private @both(
// CHECK-SAME:    %[[X:.*]]: tensor<f64>) -> tensor<f64>
// CHECK-NEXT:  prim.sin %[[X]]
// CHECK-NEXT:  return
func.func private @both(%x: tensor<f64>, %e: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %s = prim.sin %x : tensor<f64>
  %c = prim.cos %x : tensor<f64>
  return %s, %c : tensor<f64>, tensor<f64>
}

// What is only handed on is not read.
// CHECK-LABEL: func.func @hands_on(
// CHECK:       call @down(%{{[^,]*}}) : (tensor<i64>) -> tensor<i64>
func.func @hands_on(%n: tensor<i64>, %x: tensor<f64>) -> tensor<i64> {
  %y:2 = call @down(%n, %x) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
  return %y#0 : tensor<i64>
}
// CHECK-LABEL: func.func private @down(
// CHECK-SAME:    tensor<i64>) -> tensor<i64>
func.func private @down(%n: tensor<i64>, %x: tensor<f64>) -> (tensor<i64>, tensor<f64>) {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %one : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r:2 = func.call @down(%m, %x) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
    flow.yield %r#0 : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y, %x : tensor<i64>, tensor<f64>
}

// What prints is called, whoever reads it.
// CHECK-LABEL: func.func @speaks(
// CHECK:       call @prints(%{{.*}}) : (tensor<f64>) -> ()
func.func @speaks(%x: tensor<f64>) -> tensor<f64> {
  %y = call @prints(%x) : (tensor<f64>) -> tensor<f64>
  return %x : tensor<f64>
}
func.func private @prints(%x: tensor<f64>) -> tensor<f64> {
  flow.print "{}" (%x) : tensor<f64>
  return %x : tensor<f64>
}

// Public functions stay as they are.
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    tensor<f64>, %{{.*}}: tensor<f64>) -> (tensor<f64>, tensor<f64>)
func.func @public(%x: tensor<f64>, %unread: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  return %x, %x : tensor<f64>, tensor<f64>
}
