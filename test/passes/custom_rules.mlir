// What derivatives make of flow.custom_call.
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=loop" | FileCheck %s --check-prefix=FIRST
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=loop" --flow-differentiate="wrt=0 of=2 entry=loop" | FileCheck %s --check-prefix=SECOND
// Removing gives the program back, also where rules print.
// RUN: cotan-opt %s > %t
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=loop" --flow-differentiate="wrt=0 of=0 entry=two" --flow-remove-backward | diff %t -
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=loop" --flow-differentiate="wrt=0 of=1 entry=loop" --flow-remove-backward | diff %t -
// The three steps one by one, and all at once.
// RUN: cotan-opt %s --flow-add-stacks --flow-differentiate="wrt=0 of=0 entry=loop" --flow-prune-stacks | cotan run - --entry loop --input 2 --input 3 | FileCheck %s --check-prefix=NUMBERS
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=loop" | cotan run - --entry loop --input 2 --input 3 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: f64[] = 2.0
// NUMBERS: f64[] = 9.0
// NUMBERS: f64[] = 1000.0

// The forward function gives the residual, which is saved in the loop; the reverse function's own ops
// stand in the dual loop.
// FIRST-LABEL: func.func @loop
// FIRST: flow.for
// FIRST: %[[Y:.*]]:2 = flow.custom_call @tenfold(%{{.*}}) forward @tenfold_fwd reverse @tenfold_bwd {order = 1 : i64} : (tensor<f64>) -> (tensor<f64>, tensor<f64>)
// FIRST: flow.push_back %{{.*}}, %[[Y]]#1 : tensor<f64>
// FIRST: flow.custom_call @square(%{{.*}}) forward @square_fwd reverse @square_bwd : (tensor<f64>) -> tensor<f64>
// FIRST: flow.for {{.*}} reverse
// FIRST: flow.pop_back
// FIRST-NOT: call
// FIRST: flow.print "reversed" {flow.order = 1 : i64}
// FIRST: prim.mul
// FIRST: return

// At order 2 the ops of the forward function are code like any other.
// SECOND-LABEL: func.func @loop
// SECOND-NOT: @tenfold
// SECOND: return
func.func @loop(%x: tensor<f64>, %other: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<f64>
  %y = flow.for %zero to %three step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = flow.custom_call @tenfold(%a) forward @tenfold_fwd reverse @tenfold_bwd : (tensor<f64>) -> tensor<f64>
    flow.yield %b : tensor<f64>
  }
  %root = flow.custom_call @square(%other) forward @square_fwd reverse @square_bwd : (tensor<f64>) -> tensor<f64>
  return %y, %root : tensor<f64>, tensor<f64>
}

// Two results, differentiated one after the other: both by the rule, with one set of residuals.
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=two" --flow-differentiate="wrt=0 of=1 entry=two" | cotan run - --entry two --input 2 | FileCheck %s --check-prefix=TWO
// TWO: f64[] = 2.0
// TWO: f64[] = 4.0
// TWO: f64[] = 10.0
// TWO: f64[] = 40.0
// Then each once more: 20 y has the derivative 20, by the forward function; 200 by the rule.
// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0 entry=two" --flow-differentiate="wrt=0 of=1 entry=two" --flow-differentiate="wrt=0 of=2 entry=two" --flow-differentiate="wrt=0 of=3 entry=two" -o %t.orders && cotan run %t.orders --entry two --input 2 | FileCheck %s --check-prefix=ORDERS
// RUN: FileCheck %s --check-prefix=LABELS < %t.orders
// ORDERS: result4: f64[] = 0.0
// ORDERS: result5: f64[] = 20.0
// LABELS: @two({{.*}}{flow.order = 1 : i64}, {{.*}}{flow.order = 1 : i64}, {{.*}}{flow.order = 2 : i64}, {{.*}}{flow.order = 2 : i64})
func.func @two(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = flow.custom_call @tenfold(%x) forward @tenfold_fwd reverse @tenfold_bwd : (tensor<f64>) -> tensor<f64>
  %z = prim.mul %y, %y : tensor<f64>
  return %y, %z : tensor<f64>, tensor<f64>
}

func.func private @tenfold(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @tenfold_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %ten = prim.constant dense<10.0> : tensor<f64>
  return %x, %ten : tensor<f64>, tensor<f64>
}
func.func private @tenfold_bwd(%factor: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  flow.print "reversed"
  %dx = prim.mul %dy, %factor : tensor<f64>
  return %dx : tensor<f64>
}
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @square_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = prim.mul %x, %x : tensor<f64>
  return %y, %x : tensor<f64>, tensor<f64>
}
func.func private @square_bwd(%x: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %dx = prim.mul %dy, %x : tensor<f64>
  return %dx : tensor<f64>
}
