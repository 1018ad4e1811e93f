// RUN: cotan-opt %s --sccp --canonicalize | FileCheck %s
// Constants go through loops, branches and calls; functions are constants, too (MLIR's sparse
// conditional constant propagation, by the interfaces of the ops).
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>

// CHECK-LABEL: func.func private @id
func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}

// All calls give the same number.
// CHECK-LABEL: func.func private @scaled
// CHECK: %[[TWO:.*]] = prim.constant dense<2.000000e+00>
// CHECK: prim.mul %arg1, %[[TWO]]
func.func private @scaled(%k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %k, %x : tensor<f64>
  return %y : tensor<f64>
}

// All calls give the same function, so it is called.
// CHECK-LABEL: func.func private @apply
// CHECK: call @id(%arg1)
// CHECK-NOT: fn.apply
func.func private @apply(%f: !map, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %f(%x) : !map
  return %y : tensor<f64>
}

// CHECK-LABEL: func.func @main
// CHECK-NOT: flow.
// CHECK: %[[F:.*]] = fn.constant @id
// CHECK: call @apply(%[[F]], %arg1)
func.func @main(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %f = fn.constant @id : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> !map
  body(%i: tensor<i64>, %g: !map) {
    %e = prim.eq %i, %n : tensor<i64>
    %k = flow.if %e : tensor<i1> -> !map {
      flow.yield %g : !map
    } else {
      %l = fn.constant @id : !map
      flow.yield %l : !map
    }
    flow.yield %k : !map
  }
  %a = func.call @apply(%h, %x) : (!map, tensor<f64>) -> tensor<f64>
  %b = func.call @scaled(%two, %a) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %c = func.call @scaled(%two, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %d = prim.add %b, %c : tensor<f64>
  return %d : tensor<f64>
}

// A function that is chosen by a constant, in a function of which it is an argument.
// CHECK-LABEL: func.func private @choose
// CHECK: call @id
func.func private @choose(%i: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @main_of_one : !map
  %g = fn.constant @id : !map
  %h = fn.switch %i, %f, %g : tensor<i64>, !map
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func @main_of_one(%x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1> : tensor<i64>
  %y = func.call @choose(%one, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
