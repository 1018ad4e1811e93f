// RUN: cotan-opt %s --canonicalize | FileCheck %s
// RUN: cotan-check %s

// CHECK-LABEL: @constant_condition
func.func @constant_condition(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK-NEXT: %[[Y:.*]] = prim.neg %arg0
  // CHECK-NEXT: return %[[Y]], %arg0
  %true = prim.constant dense<true> : tensor<i1>
  %false = arith.constant false
  %a = flow.if %true : tensor<i1> -> tensor<f64> {
    %y = prim.neg %x : tensor<f64>
    flow.yield %y : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  %b = flow.if %false : i1 -> tensor<f64> {
    %y = prim.exp %x : tensor<f64>
    flow.yield %y : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %a, %b : tensor<f64>, tensor<f64>
}

// CHECK-LABEL: @constant_condition_without_else
func.func @constant_condition_without_else(%x: tensor<f64>) -> tensor<f64>
    attributes {check.no_gradient} { // what is pushed here is never popped
  // CHECK-NEXT: return %arg0
  %false = prim.constant dense<false> : tensor<i1>
  %s = flow.create_stack
  flow.if %false : tensor<i1> {
    flow.push_back %s, %x : tensor<f64>
  }
  return %x : tensor<f64>
}

// An index outside is clamped, signed or not.
// CHECK-LABEL: @constant_index
func.func @constant_index(%x: tensor<f64>, %y: tensor<f64>, %z: tensor<f64>)
    -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  // CHECK-NEXT: return %arg0, %arg2, %arg1
  %low = prim.constant dense<-7> : tensor<i64>
  %high = prim.constant dense<18446744073709551615> : tensor<ui64>
  %one = prim.constant dense<1> : tensor<i8>
  %a = flow.switch %low : tensor<i64> -> tensor<f64>
  case { flow.yield %x : tensor<f64> }
  case { flow.yield %y : tensor<f64> }
  case { flow.yield %z : tensor<f64> }
  %b = flow.switch %high : tensor<ui64> -> tensor<f64>
  case { flow.yield %x : tensor<f64> }
  case { flow.yield %y : tensor<f64> }
  case { flow.yield %z : tensor<f64> }
  %c = flow.switch %one : tensor<i8> -> tensor<f64>
  case { flow.yield %x : tensor<f64> }
  case { flow.yield %y : tensor<f64> }
  case { flow.yield %z : tensor<f64> }
  return %a, %b, %c : tensor<f64>, tensor<f64>, tensor<f64>
}

// CHECK-LABEL: @same_in_both
func.func @same_in_both(%c: tensor<i1> {check.value = dense<false> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: return %arg1
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    flow.yield %x : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// CHECK-LABEL: @equal_results
func.func @equal_results(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>)
    -> (tensor<f64>, tensor<f64>) {
  // CHECK-NEXT: %[[R:.*]] = flow.if %arg0 : tensor<i1> -> tensor<f64> {
  // CHECK: return %[[R]], %[[R]]
  %y:2 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<f64>) {
    %a = prim.exp %x : tensor<f64>
    flow.yield %a, %a : tensor<f64>, tensor<f64>
  } else {
    %a = prim.neg %x : tensor<f64>
    flow.yield %a, %a : tensor<f64>, tensor<f64>
  }
  return %y#0, %y#1 : tensor<f64>, tensor<f64>
}

// CHECK-LABEL: @equal_results_of_one_branch_only
func.func @equal_results_of_one_branch_only(%c: tensor<i1> {check.value = dense<true> : tensor<i1>},
    %x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK-NEXT: flow.if %arg0 : tensor<i1> -> (tensor<f64>, tensor<f64>)
  %y:2 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<f64>) {
    %a = prim.exp %x : tensor<f64>
    flow.yield %a, %a : tensor<f64>, tensor<f64>
  } else {
    %a = prim.neg %x : tensor<f64>
    flow.yield %a, %x : tensor<f64>, tensor<f64>
  }
  return %y#0, %y#1 : tensor<f64>, tensor<f64>
}

// CHECK-LABEL: @condition_itself
func.func @condition_itself(%c: tensor<i1> {check.value = dense<false> : tensor<i1>})
    -> (tensor<i1>, tensor<i1>) {
  // CHECK: %[[NOT:.*]] = flow.if %arg0
  // CHECK: return %arg0, %[[NOT]]
  %true = prim.constant dense<true> : tensor<i1>
  %false = prim.constant dense<false> : tensor<i1>
  %same:2 = flow.if %c : tensor<i1> -> (tensor<i1>, tensor<i1>) {
    flow.yield %true, %false : tensor<i1>, tensor<i1>
  } else {
    flow.yield %false, %true : tensor<i1>, tensor<i1>
  }
  return %same#0, %same#1 : tensor<i1>, tensor<i1>
}

// CHECK-LABEL: @dead_results
func.func @dead_results(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: %[[R:.*]] = flow.if %arg0 : tensor<i1> -> tensor<f64> {
  // CHECK-NEXT: %[[A:.*]] = prim.exp %arg1
  // CHECK-NEXT: flow.yield %[[A]] : tensor<f64>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: flow.yield %arg1 : tensor<f64>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %y:2 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<f64>) {
    %a = prim.exp %x : tensor<f64>
    %b = prim.log %x : tensor<f64>
    flow.yield %b, %a : tensor<f64>, tensor<f64>
  } else {
    flow.yield %x, %x : tensor<f64>, tensor<f64>
  }
  return %y#1 : tensor<f64>
}

// CHECK-LABEL: @branch_without_effect
func.func @branch_without_effect(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: return %arg1
  flow.if %c : tensor<i1> {
    %a = prim.exp %x : tensor<f64>
  } else {
  }
  return %x : tensor<f64>
}

// What a branch pushes is an effect: only the results nobody reads go, with their stacks' values.
// CHECK-LABEL: @branch_with_effect
func.func @branch_with_effect(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>)
    -> tensor<i1> {
  // CHECK: flow.if %arg0 : tensor<i1> {
  // CHECK-NEXT: flow.push_back
  // CHECK-NEXT: }
  %s = flow.create_stack
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    flow.push_back %s, %x : tensor<f64>
    flow.yield %x : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  %e = flow.is_empty %s
  return %e : tensor<i1>
}

// CHECK-LABEL: @unused_stack
func.func @unused_stack(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: flow.if %arg0 : tensor<i1> -> tensor<f64> {
  // CHECK-NOT: !flow.stack
  %y:2 = flow.if %c : tensor<i1> -> (tensor<f64>, !flow.stack) init {
    %s = flow.create_stack
    flow.yield %s : !flow.stack
  } then(%s: !flow.stack) {
    %a = prim.exp %x : tensor<f64>
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } else(%s: !flow.stack) {
    flow.yield %x, %s : tensor<f64>, !flow.stack
  }
  return %y#0 : tensor<f64>
}

// Of two stacks the unused one goes; the other keeps its frames.
// CHECK-LABEL: @one_unused_stack_of_two
func.func @one_unused_stack_of_two(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>)
    -> tensor<i1> {
  // CHECK-NEXT: %[[S:.*]] = flow.if %arg0 : tensor<i1> -> !flow.stack init {
  // CHECK: then(%[[A:.*]]: !flow.stack) {
  // CHECK-NEXT: flow.push_back %[[A]], %arg1
  // CHECK: flow.is_empty %[[S]]
  %r:3 = flow.if %c : tensor<i1> -> (tensor<f64>, !flow.stack, !flow.stack) init {
    %s = flow.create_stack
    %t = flow.create_stack
    flow.yield %s, %t : !flow.stack, !flow.stack
  } then(%s: !flow.stack, %t: !flow.stack) {
    flow.push_back %t, %x : tensor<f64>
    flow.yield %x, %s, %t : tensor<f64>, !flow.stack, !flow.stack
  } else(%s: !flow.stack, %t: !flow.stack) {
    flow.yield %x, %s, %t : tensor<f64>, !flow.stack, !flow.stack
  }
  %e = flow.is_empty %r#2
  return %e : tensor<i1>
}

// CHECK-LABEL: @nested
func.func @nested(%c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: return %arg1
  %false = prim.constant dense<false> : tensor<i1>
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    %z = flow.if %false : tensor<i1> -> tensor<f64> {
      %a = prim.exp %x : tensor<f64>
      flow.yield %a : tensor<f64>
    } else {
      flow.yield %x : tensor<f64>
    }
    flow.yield %z : tensor<f64>
  } else {
    %one = prim.constant dense<1> : tensor<i64>
    %z = flow.switch %one : tensor<i64> -> tensor<f64>
    case {
      %a = prim.exp %x : tensor<f64>
      flow.yield %a : tensor<f64>
    }
    case {
      flow.yield %x : tensor<f64>
    }
    flow.yield %z : tensor<f64>
  }
  return %y : tensor<f64>
}
