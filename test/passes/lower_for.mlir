// RUN: cotan-opt %s --lower-for | FileCheck %s
// RUN: cotan-opt %s --lower-for | not cotan run - --entry unknown_step --input 3 --input 0 2>&1 | FileCheck %s --check-prefix=STOPS
// STOPS: error: {{.*}}the step of the loop is 0; it must be positive or negative
// Values, steps of all kinds among them: test/translate/control.mlir.

// A step of 1 cannot leap over the end: the index alone is carried.
// CHECK-LABEL: @step_of_one
func.func @step_of_one(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[ZERO:.*]] = prim.constant dense<0>
  // CHECK: %[[ONE:.*]] = prim.constant dense<1>
  // CHECK-NEXT: %[[R:.*]]:2 = flow.while (%[[ZERO]], %arg1)
  // CHECK-NEXT: cond(%[[I:.*]]: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[MORE:.*]] = prim.lt %[[I]], %arg0
  // CHECK-NEXT: flow.cond_yield %[[MORE]] : tensor<i1>, %[[I]], %[[A]]
  // CHECK-NEXT: } body(%[[I:.*]]: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[B:.*]] = prim.add %[[A]], %[[A]]
  // CHECK-NEXT: %[[NEXT:.*]] = prim.add %[[I]], %[[ONE]]
  // CHECK-NEXT: flow.yield %[[NEXT]], %[[B]]
  // CHECK: } attributes {tag}
  // CHECK: return %[[R]]#1
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.add %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  } attributes {tag}
  return %r : tensor<f64>
}

// The turns are counted in numbers without a sign; a step that may be 0 is asked about first.
// CHECK-LABEL: @unknown_step
func.func @unknown_step(%n: tensor<i8>, %step: tensor<i8>) {
  // CHECK: flow.assert %{{.*}}, "the step of the loop is 0; it must be positive or negative"
  // CHECK: flow.while (%{{.*}}, %arg0) : (tensor<ui8>, tensor<i8>)
  flow.for %n to %n step %step : tensor<i8> carry() : () -> ()
  body(%i: tensor<i8>) {
    flow.yield
  }
  return
}

// Stacks that the loop makes come after the variables, the new ones among them.
// CHECK-LABEL: @makes_stacks
func.func @makes_stacks(%n: tensor<i64>, %x: tensor<f64>) -> !flow.stack {
  // CHECK: %[[R:.*]]:3 = flow.while
  // CHECK-NEXT: init(%[[I:.*]]: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[S:.*]] = flow.create_stack
  // CHECK-NEXT: flow.yield %[[I]], %[[A]], %[[S]]
  // CHECK: return %[[R]]#2
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    flow.push_back %s, %a : tensor<f64>
    flow.yield %a, %s : tensor<f64>, !flow.stack
  }
  return %r#1 : !flow.stack
}
