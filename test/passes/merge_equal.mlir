// RUN: cotan-opt %s --merge-equal | FileCheck %s
// Values after the pass: cotan-check, of every sample.

// CHECK-LABEL: @equal_in_any_order_of_commuting_operands
func.func @equal_in_any_order_of_commuting_operands(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: %[[PRODUCT:.*]] = prim.mul %arg0, %arg1
  // CHECK-NEXT: %[[TWICE:.*]] = prim.add %[[PRODUCT]], %[[PRODUCT]]
  // CHECK-NEXT: return %[[TWICE]]
  %a = prim.mul %x, %y : tensor<f64>
  %b = prim.mul %y, %x : tensor<f64>
  %unused = prim.sub %a, %b : tensor<f64>
  %z = prim.add %a, %b : tensor<f64>
  return %z : tensor<f64>
}

// What a branch computes is known inside of it, but not in the other.
// CHECK-LABEL: @branches
func.func @branches(%x: tensor<f64>, %c: tensor<i1>) -> (tensor<f64>, tensor<f64>) {
  // CHECK: %[[OUTER:.*]] = prim.exp %arg0
  // CHECK: flow.if
  // CHECK-NEXT: %[[SINE:.*]] = prim.sin %arg0
  // CHECK-NEXT: prim.mul %[[SINE]], %[[OUTER]]
  // CHECK: else
  // CHECK-NEXT: prim.sin %arg0
  // CHECK: prim.sin %arg0
  %outer = prim.exp %x : tensor<f64>
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    %s = prim.sin %x : tensor<f64>
    %e = prim.exp %x : tensor<f64>
    %again = prim.sin %x : tensor<f64>
    %p = prim.mul %again, %e : tensor<f64>
    %q = prim.add %p, %s : tensor<f64>
    flow.yield %q : tensor<f64>
  } else {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s : tensor<f64>
  }
  %after = prim.sin %x : tensor<f64>
  %z = prim.add %after, %outer : tensor<f64>
  return %y, %z : tensor<f64>, tensor<f64>
}

// Ops with regions are equal when what is in them is, once that is merged.
// CHECK-LABEL: @equal_branches
func.func @equal_branches(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  // CHECK: %[[Y:.*]] = flow.if
  // CHECK-NOT: flow.if
  // CHECK: prim.add %[[Y]], %[[Y]]
  %y = flow.if %c : tensor<i1> -> tensor<f64> {
    %s = prim.sin %x : tensor<f64>
    %r = prim.add %s, %s : tensor<f64>
    flow.yield %r : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  %z = flow.if %c : tensor<i1> -> tensor<f64> {
    %s = prim.sin %x : tensor<f64>
    %t = prim.sin %x : tensor<f64>
    %r = prim.add %s, %t : tensor<f64>
    flow.yield %r : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  %sum = prim.add %y, %z : tensor<f64>
  return %sum : tensor<f64>
}

// CHECK-LABEL: @effects_stay
func.func @effects_stay(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK-COUNT-2: flow.push_back
  // CHECK-COUNT-2: flow.pop_back
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %s, %x : tensor<f64>
  %a = flow.pop_back %s : tensor<f64>
  %b = flow.pop_back %s : tensor<f64>
  return %a, %b : tensor<f64>, tensor<f64>
}

// Of blocks side by side each is merged alone.
// CHECK-LABEL: @blocks
func.func @blocks(%x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: prim.exp
  // CHECK-NEXT: cf.br
  // CHECK: prim.exp
  // CHECK-NEXT: prim.mul
  // CHECK-NEXT: return
  %a = prim.exp %x : tensor<f64>
  cf.br ^next(%a : tensor<f64>)
^next(%b: tensor<f64>):
  %c = prim.exp %x : tensor<f64>
  %d = prim.exp %x : tensor<f64>
  %e = prim.mul %c, %d : tensor<f64>
  return %e : tensor<f64>
}

// The stacks of a loop that nobody reads serve the reader of another: a function beside its
// derivative runs once.
// CHECK-LABEL: @loops_that_fill_stacks
func.func @loops_that_fill_stacks(%x: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK: %[[LOOP:.*]]:2 = flow.for
  // CHECK-NOT: flow.for
  // CHECK: flow.pop_back %[[LOOP]]#1
  // CHECK-NEXT: return %[[LOOP]]#0
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y, %unread = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    %b = prim.sin %a : tensor<f64>
    flow.push_back %s, %a : tensor<f64>
    flow.yield %b, %s : tensor<f64>, !flow.stack
  }
  %z, %read = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    %b = prim.sin %a : tensor<f64>
    flow.push_back %s, %a : tensor<f64>
    flow.yield %b, %s : tensor<f64>, !flow.stack
  }
  %last = flow.pop_back %read : tensor<f64>
  return %y, %last : tensor<f64>, tensor<f64>
}

// Stacks that are read already serve no second reader.
// CHECK-LABEL: @stacks_that_are_read
func.func @stacks_that_are_read(%x: tensor<f64>, %n: tensor<i64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK: %[[ONE:.*]]:2 = flow.for
  // CHECK: flow.pop_back %[[ONE]]#1
  // CHECK: %[[TWO:.*]]:2 = flow.for
  // CHECK: flow.pop_back %[[TWO]]#1
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y, %stack1 = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    flow.push_back %s, %a : tensor<f64>
    flow.yield %a, %s : tensor<f64>, !flow.stack
  }
  %first = flow.pop_back %stack1 : tensor<f64>
  %z, %stack2 = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    flow.push_back %s, %a : tensor<f64>
    flow.yield %a, %s : tensor<f64>, !flow.stack
  }
  %second = flow.pop_back %stack2 : tensor<f64>
  return %first, %second : tensor<f64>, tensor<f64>
}

// Nor do stacks serve a reader in a loop: each turn reads from full ones.
// CHECK-LABEL: @stacks_outside_of_a_loop
func.func @stacks_outside_of_a_loop(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  // CHECK-COUNT-3: flow.for
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y, %unread = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } body(%i: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
    flow.push_back %s, %a : tensor<f64>
    flow.yield %a, %s : tensor<f64>, !flow.stack
  }
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%y) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %sum: tensor<f64>) {
    %z, %read = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
    init(%a: tensor<f64>) {
      %s = flow.create_stack
      flow.yield %a, %s : tensor<f64>, !flow.stack
    } body(%j: tensor<i64>, %a: tensor<f64>, %s: !flow.stack) {
      flow.push_back %s, %a : tensor<f64>
      flow.yield %a, %s : tensor<f64>, !flow.stack
    }
    %last = flow.pop_back %read : tensor<f64>
    %next = prim.add %sum, %last : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// Fewer lanes may come to a branch than to what stands before it; all that come to one block are the same.
// CHECK-LABEL: @lanes_of_a_branch
func.func @lanes_of_a_branch(%x: tensor<f64>, %here: tensor<i1>) -> (tensor<f64>, tensor<f64>) {
  // CHECK-COUNT-2: composite.psum
  // CHECK-NOT: composite.psum
  // CHECK: return
  %a = composite.psum %x over "i" : tensor<f64>
  %b = composite.psum %x over "i" : tensor<f64>
  %y = flow.if %here : tensor<i1> -> (tensor<f64>) {
    %c = composite.psum %x over "i" : tensor<f64>
    flow.yield %c : tensor<f64>
  } else {
    flow.yield %a : tensor<f64>
  }
  return %y, %b : tensor<f64>, tensor<f64>
}
