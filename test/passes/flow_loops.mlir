// RUN: cotan-opt %s --canonicalize | FileCheck %s
// RUN: cotan-check %s

// A variable that is handed on unchanged is the outer value, also through nested loops.
// CHECK-LABEL: @pass_through_nested_loops
func.func @pass_through_nested_loops(%n: tensor<i64> {check.value = dense<3> : tensor<i64>}, %x: tensor<f64>)
    -> (tensor<f64>, tensor<f64>) {
  // CHECK: %[[R:.*]] = flow.for {{.*}} carry(%arg1)
  // CHECK-NEXT: body(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[INNER:.*]] = flow.for {{.*}} carry(%[[A]])
  // CHECK-NEXT: body(%{{.*}}: tensor<i64>, %[[B:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[NEXT:.*]] = prim.mul %[[B]], %arg1
  // CHECK-NEXT: flow.yield %[[NEXT]] : tensor<f64>
  // CHECK: flow.yield %[[INNER]] : tensor<f64>
  // CHECK: return %[[R]], %arg1
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %x)
      : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %same: tensor<f64>) {
    %s:2 = flow.for %zero to %n step %one : tensor<i64> carry(%a, %same)
        : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
    body(%j: tensor<i64>, %b: tensor<f64>, %again: tensor<f64>) {
      %c = prim.mul %b, %again : tensor<f64>
      flow.yield %c, %again : tensor<f64>, tensor<f64>
    }
    flow.yield %s#0, %s#1 : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// Variables that exchange their values are not unchanged.
// CHECK-LABEL: @swapped
func.func @swapped(%n: tensor<i64> {check.value = dense<3> : tensor<i64>}, %x: tensor<f64>, %y: tensor<f64>)
    -> (tensor<f64>, tensor<f64>) attributes {check.numpy = "y, x"} {
  // CHECK: flow.for {{.*}} carry(%arg1, %arg2)
  // CHECK-NEXT: body(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<f64>, %[[B:.*]]: tensor<f64>) {
  // CHECK-NEXT: flow.yield %[[B]], %[[A]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %y)
      : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>) {
    flow.yield %b, %a : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// `cond` may hand on another value than it got: the results are that value, the body sees it too.
// CHECK-LABEL: @cond_hands_on_an_outer_value
func.func @cond_hands_on_an_outer_value(%n: tensor<i64> {check.value = dense<4> : tensor<i64>}, %x: tensor<f64>)
    -> (tensor<i64>, tensor<f64>) attributes {check.numpy = "n, x"} {
  // CHECK: %[[R:.*]] = flow.while (%{{.*}}) : (tensor<i64>) -> tensor<i64>
  // CHECK: return %[[R]], %arg1
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = prim.constant dense<0.0> : tensor<f64>
  %r:2 = flow.while (%zero, %f) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
  cond(%i: tensor<i64>, %a: tensor<f64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %x : tensor<i64>, tensor<f64>
  } body(%i: tensor<i64>, %a: tensor<f64>) {
    %j = prim.add %i, %one : tensor<i64>
    %b = prim.exp %a : tensor<f64>
    flow.yield %j, %b : tensor<i64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<f64>
}

// Two variables that always hold the same are one.
// CHECK-LABEL: @equal_variables
func.func @equal_variables(%n: tensor<i64> {check.value = dense<4> : tensor<i64>})
    -> (tensor<i64>, tensor<i64>) attributes {check.numpy = "n, n"} {
  // CHECK: %[[R:.*]] = flow.while (%{{.*}}) : (tensor<i64>) -> tensor<i64>
  // CHECK: return %[[R]], %[[R]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.while (%zero, %zero) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  cond(%i: tensor<i64>, %j: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %j : tensor<i64>, tensor<i64>
  } body(%i: tensor<i64>, %j: tensor<i64>) {
    %k = prim.add %j, %one : tensor<i64>
    flow.yield %k, %k : tensor<i64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// Variables that go on alike but start differently are two.
// CHECK-LABEL: @different_starts
func.func @different_starts(%n: tensor<i64> {check.value = dense<0> : tensor<i64>}, %x: tensor<f64>, %y: tensor<f64>)
    -> (tensor<f64>, tensor<f64>) attributes {check.numpy = "x, y"} {
  // CHECK: flow.for {{.*}} carry(%arg1, %arg2)
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %y)
      : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>) {
    %c = prim.mul %a, %b : tensor<f64>
    flow.yield %c, %c : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// Variables that only keep each other alive are dead; the one they read lives.
// CHECK-LABEL: @dead_variables
func.func @dead_variables(%n: tensor<i64> {check.value = dense<4> : tensor<i64>}, %x: tensor<f64>)
    -> tensor<f64> {
  // CHECK: %[[R:.*]] = flow.for {{.*}} carry(%arg1) : (tensor<f64>) -> tensor<f64>
  // CHECK-NEXT: body(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[B:.*]] = prim.mul %[[A]], %[[A]]
  // CHECK-NEXT: flow.yield %[[B]]
  // CHECK: return %[[R]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:3 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %x, %x)
      : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %p: tensor<f64>, %a: tensor<f64>, %q: tensor<f64>) {
    %b = prim.mul %a, %a : tensor<f64>
    %s = prim.mul %p, %a : tensor<f64>
    %t = prim.add %q, %p : tensor<f64>
    flow.yield %t, %b, %s : tensor<f64>, tensor<f64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}

// What decides when to stop, and what is pushed, is not dead.
// CHECK-LABEL: @variables_with_effects
func.func @variables_with_effects(%n: tensor<i64> {check.value = dense<4> : tensor<i64>, check.shared}, %x: tensor<f64>)
    -> tensor<f64> attributes {check.no_gradient, check.numpy = "x**8"} {
  // CHECK: %[[S:.*]] = flow.create_stack
  // CHECK: flow.while (%{{.*}}, %arg1) : (tensor<i64>, tensor<f64>)
  // CHECK: flow.push_back %[[S]]
  // CHECK: flow.pop_back %[[S]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  %r:2 = flow.while (%zero, %x) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
  cond(%i: tensor<i64>, %a: tensor<f64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %a : tensor<i64>, tensor<f64>
  } body(%i: tensor<i64>, %a: tensor<f64>) {
    flow.push_back %s, %a : tensor<f64>
    %j = prim.add %i, %one : tensor<i64>
    %b = prim.mul %a, %a : tensor<f64>
    flow.yield %j, %b : tensor<i64>, tensor<f64>
  }
  %y = flow.pop_back %s : tensor<f64>
  return %y : tensor<f64>
}

// CHECK-LABEL: @loop_without_effect
func.func @loop_without_effect(%n: tensor<i64> {check.value = dense<4> : tensor<i64>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: return %arg1
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.exp %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %x : tensor<f64>
}

// Not to end is an effect.
// CHECK-LABEL: @loop_without_end
func.func private @loop_without_end(%x: tensor<f64>) -> tensor<f64> {
  // CHECK: flow.while ()
  %true = prim.constant dense<true> : tensor<i1>
  flow.while () : () -> ()
  cond {
    flow.cond_yield %true : tensor<i1>
  } body {
    flow.yield
  }
  return %x : tensor<f64>
}

// A stack nobody reads goes with the region that makes it, at every depth.
// CHECK-LABEL: @unused_stacks
func.func @unused_stacks(%n: tensor<i64> {check.value = dense<4> : tensor<i64>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NOT: stack
  // CHECK: return
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    %b:2 = flow.while (%a) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
    init(%c: tensor<f64>) {
      %t = flow.create_stack
      flow.yield %c, %t : tensor<f64>, !flow.stack
    } cond(%c: tensor<f64>, %t: !flow.stack) {
      %more = prim.lt %c, %x : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %c, %t : tensor<f64>, !flow.stack
    } body(%c: tensor<f64>, %t: !flow.stack) {
      %d = prim.exp %c : tensor<f64>
      flow.yield %d, %t : tensor<f64>, !flow.stack
    }
    flow.yield %b#0, %s : tensor<f64>, !flow.stack
  }
  return %r#0 : tensor<f64>
}

// A stack that dead code still mentions stays: nothing could stand for it.
// CHECK-LABEL: @stack_in_dead_code
func.func @stack_in_dead_code(%c: tensor<i1> {check.value = dense<false> : tensor<i1>, check.shared}, %x: tensor<f64>) -> tensor<f64> {
  %r:2 = flow.while (%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } cond(%a: tensor<f64>, %s: !flow.stack) {
    %other = flow.if %c : tensor<i1> -> !flow.stack {
      flow.yield %s : !flow.stack
    } else {
      flow.yield %s : !flow.stack
    }
    flow.cond_yield %c : tensor<i1>, %a, %s : tensor<f64>, !flow.stack
  } body(%a: tensor<f64>, %s: !flow.stack) {
    flow.yield %a, %s : tensor<f64>, !flow.stack
  }
  // CHECK: return %arg1
  return %r#0 : tensor<f64>
}

// CHECK-LABEL: @leaves_at_once
func.func @leaves_at_once(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x + x"} {
  // CHECK-NEXT: %[[Y:.*]] = prim.add %arg0, %arg0
  // CHECK-NEXT: return %[[Y]]
  %false = prim.constant dense<false> : tensor<i1>
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    %b = prim.add %a, %a : tensor<f64>
    flow.cond_yield %false : tensor<i1>, %b : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return %r : tensor<f64>
}

// A counted loop of no turn is its start, one of one turn its body.
// CHECK-LABEL: @short_loops
func.func @short_loops(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<i8>)
    attributes {check.numpy = "x, x + x, x + x, np.int8(100)"} {
  // CHECK: %[[HUNDRED:.*]] = prim.constant dense<100> : tensor<i8>
  // CHECK: %[[Y:.*]] = prim.add %arg0, %arg0
  // CHECK: %[[Z:.*]] = prim.add %arg0, %arg0
  // CHECK: return %arg0, %[[Y]], %[[Z]], %[[HUNDRED]]
  %three = prim.constant dense<3> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  %minus = prim.constant dense<-2> : tensor<i64>
  %hundred = prim.constant dense<100> : tensor<i8>
  %high = prim.constant dense<127> : tensor<i8>
  %a = flow.for %five to %three step %five : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %t = prim.add %s, %s : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  %b = flow.for %five to %three step %minus : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %t = prim.add %s, %s : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  %c = flow.for %three to %five step %three : tensor<i64> reverse carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %t = prim.add %s, %s : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  %d = flow.for %hundred to %high step %hundred : tensor<i8> carry(%high) : (tensor<i8>) -> tensor<i8>
  body(%i: tensor<i8>, %s: tensor<i8>) {
    flow.yield %i : tensor<i8>
  }
  return %a, %b, %c, %d : tensor<f64>, tensor<f64>, tensor<f64>, tensor<i8>
}

// A step of zero is an error when the program runs, so the loop stays.
// CHECK-LABEL: @step_of_zero
func.func private @step_of_zero(%x: tensor<f64>) -> tensor<f64> {
  // CHECK: flow.for
  %zero = prim.constant dense<0> : tensor<i64>
  %r = flow.for %zero to %zero step %zero : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %t = prim.add %s, %s : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  return %r : tensor<f64>
}
