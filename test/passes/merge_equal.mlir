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
