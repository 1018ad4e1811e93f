// RUN: cotan-opt %s --resolve-functions --inline --canonicalize --merge-equal --symbol-dce --split-input-file | FileCheck %s
// RUN: cotan-opt %s --resolve-functions --symbol-dce --split-input-file | FileCheck %s --check-prefix=SHARED
// Function values become calls and branches; what is known disappears.
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>

func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @scaled(%k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %k, %x : tensor<f64>
  return %y : tensor<f64>
}

// The number of the function, and what one of them has captured.
// CHECK-LABEL: func.func @chosen
// CHECK: %[[R:.*]]:2 = flow.if %arg0 : tensor<i1> -> (tensor<i64>, tensor<f64>)
// CHECK: %[[Y:.*]] = flow.switch %[[R]]#0 : tensor<i64> -> tensor<f64>
// CHECK: prim.mul
// CHECK: prim.mul
// CHECK: flow.switch %[[R]]#0 : tensor<i64> -> tensor<f64>
// CHECK-NOT: fn.
func.func @chosen(%c: tensor<i1>, %k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @square : !map
  %g = fn.closure @scaled(%k) : (tensor<f64>) -> !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %y = fn.apply %h(%x) : !map
  %z = fn.apply %h(%y) : !map
  return %z : tensor<f64>
}

// What is chosen for one call is a branch.
// CHECK-LABEL: func.func @for_one_call
// CHECK-NEXT: flow.if %arg0 : tensor<i1> -> tensor<f64>
// CHECK-NEXT: prim.mul %arg2, %arg2
// CHECK-NEXT: flow.yield
// CHECK-NEXT: else
// CHECK-NEXT: prim.mul %arg1, %arg2
func.func @for_one_call(%c: tensor<i1>, %k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @square : !map
  %g = fn.closure @scaled(%k) : (tensor<f64>) -> !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// One function with other values captured is no choice of a function.
// CHECK-LABEL: func.func @one_function
// CHECK-NOT: flow.switch
// CHECK: %[[K:.*]] = flow.if
// CHECK: %[[Y:.*]] = prim.mul %[[K]], %arg2
// CHECK-NEXT: prim.mul %[[K]], %[[Y]]
// CHECK-NEXT: return
func.func @one_function(%c: tensor<i1>, %k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %f = fn.closure @scaled(%x) : (tensor<f64>) -> !map
  %g = fn.closure @scaled(%k) : (tensor<f64>) -> !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %y = fn.apply %h(%x) : !map
  %z = fn.apply %h(%y) : !map
  return %z : tensor<f64>
}

// -----

// Work is not done twice: the loss and its gradient, of one product, hold three.
// CHECK-LABEL: func.func @gradient
// CHECK-COUNT-3: prim.dot_general
// CHECK-NOT: prim.dot_general
// CHECK: return
// CHECK-NOT: fn.
!loss = !fn.fn<(tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<f64>>
!pullback = !fn.fn<(tensor<f64>) -> (tensor<2x3xf64>, tensor<3x2xf64>)>
func.func private @loss(%w: tensor<2x3xf64>, %x: tensor<3x2xf64>) -> tensor<f64> {
  %p = prim.dot_general %w, %x batching [] x [] contracting [1] x [0]
      : tensor<2x3xf64>, tensor<3x2xf64>
  %t = prim.tanh %p : tensor<2x2xf64>
  %s = prim.sum %t axes [0, 1] : tensor<2x2xf64>
  return %s : tensor<f64>
}
func.func @gradient(%w: tensor<2x3xf64>, %x: tensor<3x2xf64>)
    -> (tensor<f64>, tensor<2x3xf64>, tensor<3x2xf64>) {
  %one = prim.constant dense<1.0> : tensor<f64>
  %f = fn.constant @loss : !loss
  %g = fn.vjp %f wrt [0, 1] : !loss
  %y, %p = fn.apply %g(%w, %x)
      : !fn.fn<(tensor<2x3xf64>, tensor<3x2xf64>) -> (tensor<f64>, !pullback)>
  %dw, %dx = fn.apply %p(%one) : !pullback
  return %y, %dw, %dx : tensor<f64>, tensor<2x3xf64>, tensor<3x2xf64>
}

// -----

// A derivative is one function for all that ask for it.
// SHARED: func.func private @long.gradient
// SHARED: func.func @two_places
// SHARED: call @long.gradient
// SHARED: call @long.gradient
// SHARED-NOT: .gradient
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @long(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @two_places(%x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @long : !map
  %df = fn.grad %f wrt [0] : !map
  %y = fn.apply %df(%x) : !map
  %g = fn.constant @long : !map
  %dg = fn.grad %g wrt [0] : !map
  %z = fn.apply %dg(%y) : !map
  return %z : tensor<f64>
}
