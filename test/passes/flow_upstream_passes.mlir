// RUN: cotan-opt %s --sccp --canonicalize | FileCheck %s --check-prefixes=CHECK,SCCP
// RUN: cotan-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: cotan-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: cotan-opt %s --inline | FileCheck %s --check-prefixes=CHECK,INLINE
// RUN: cotan-check %s
// MLIR's own passes work on flow through its interfaces, and respect the order of stack ops.

// SCCP follows constants around loops and through the branch that is taken.
// CHECK-LABEL: @constants_flow
func.func @constants_flow(%n: tensor<i64> {check.value = dense<4> : tensor<i64>})
    -> (tensor<i64>, tensor<i64>) attributes {check.numpy = "7, 3"} {
  // SCCP-DAG: %[[SEVEN:.*]] = prim.constant dense<7> : tensor<i64>
  // SCCP-DAG: %[[THREE:.*]] = prim.constant dense<3> : tensor<i64>
  // SCCP: return %[[SEVEN]], %[[THREE]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %four = prim.constant dense<4> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%three, %three)
      : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  body(%i: tensor<i64>, %a: tensor<i64>, %b: tensor<i64>) {
    %is3 = prim.eq %a, %three : tensor<i64>
    %next = flow.if %is3 : tensor<i1> -> tensor<i64> {
      %same = prim.add %b, %zero : tensor<i64>
      flow.yield %same : tensor<i64>
    } else {
      flow.yield %i : tensor<i64>
    }
    flow.yield %next, %next : tensor<i64>, tensor<i64>
  }
  %s = prim.add %r#0, %four : tensor<i64>
  return %s, %r#1 : tensor<i64>, tensor<i64>
}

// A `cond` that is constantly false after one look makes the loop go.
// CHECK-LABEL: @loop_that_ends
func.func @loop_that_ends(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  // SCCP-NOT: flow.while
  // SCCP: return %arg0
  %zero = prim.constant dense<0> : tensor<i64>
  %r:2 = flow.while (%zero, %x) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
  cond(%i: tensor<i64>, %a: tensor<f64>) {
    %more = prim.lt %i, %zero : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %a : tensor<i64>, tensor<f64>
  } body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.exp %a : tensor<f64>
    flow.yield %i, %b : tensor<i64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}

// What a stack gives back is never constant.
// CHECK-LABEL: @popped_values
func.func @popped_values(%c: tensor<i1> {check.value = dense<true> : tensor<i1>, check.shared})
    -> tensor<i64> attributes {check.numpy = "4"} {
  // SCCP: %[[POPPED:.*]] = flow.pop_back
  // SCCP: return %[[POPPED]]
  %three = prim.constant dense<3> : tensor<i64>
  %four = prim.constant dense<4> : tensor<i64>
  %s = flow.create_stack
  flow.push_back %s, %three : tensor<i64>
  flow.if %c : tensor<i1> {
    flow.push_back %s, %four : tensor<i64>
  }
  %r = flow.pop_back %s : tensor<i64>
  return %r : tensor<i64>
}

// Invariant code leaves loops of every kind, branches included; stack ops and what depends on the
// turn stay.
// CHECK-LABEL: @invariant_code
func.func @invariant_code(%n: tensor<i64> {check.value = dense<4> : tensor<i64>}, %x: tensor<f64>,
    %xs: tensor<3xf64>, %c: tensor<i1> {check.value = dense<true> : tensor<i1>}) -> tensor<f64>
    attributes {check.numpy = "x + 8 * x**2"} {
  // LICM: %[[SQUARE:.*]] = prim.mul %arg1, %arg1
  // LICM: %[[TWICE:.*]] = prim.add %[[SQUARE]], %[[SQUARE]]
  // LICM: %[[CHOSEN:.*]] = flow.if %arg3
  // LICM: %[[NOTHING:.*]] = prim.sub %[[CHOSEN]], %[[CHOSEN]]
  // LICM: flow.for
  // LICM-NEXT: body(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // LICM-NEXT: flow.create_stack
  // LICM-NEXT: flow.push_back
  // LICM-NEXT: flow.is_empty
  // LICM-NEXT: flow.pop_back
  // LICM-NEXT: %[[B:.*]] = prim.add %[[A]], %[[TWICE]]
  // LICM-NEXT: prim.add %[[B]], %[[NOTHING]]
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %s = flow.create_stack
    flow.push_back %s, %a : tensor<f64>
    %empty = flow.is_empty %s
    %p = flow.pop_back %s : tensor<f64>
    %square = prim.mul %x, %x : tensor<f64>
    %twice = prim.add %square, %square : tensor<f64>
    %chosen = flow.if %c : tensor<i1> -> tensor<f64> {
      %e = prim.exp %x : tensor<f64>
      flow.yield %e : tensor<f64>
    } else {
      flow.yield %x : tensor<f64>
    }
    %b = prim.add %a, %twice : tensor<f64>
    %d = prim.sub %chosen, %chosen : tensor<f64>
    %sum = prim.add %b, %d : tensor<f64>
    flow.yield %sum : tensor<f64>
  }
  // LICM: prim.exp %arg1
  // LICM: flow.scan
  // LICM-NEXT: body(%[[A:.*]]: tensor<f64>, %{{.*}}: tensor<f64>) {
  // LICM-NEXT: %[[B:.*]] = prim.add %[[A]]
  // LICM-NEXT: flow.yield %[[B]]
  %t = flow.scan carry(%r) over(%xs) : (tensor<f64>, tensor<3xf64>) -> tensor<f64>
  body(%a: tensor<f64>, %y: tensor<f64>) {
    %e = prim.exp %x : tensor<f64>
    %z = prim.sub %e, %e : tensor<f64>
    %b = prim.add %a, %z : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %t : tensor<f64>
}

// CSE merges equal ops, also with those of an outer block, but never two pops, two stacks, or a
// question asked before and after a push.
// CHECK-LABEL: @equal_ops
func.func @equal_ops(%x: tensor<f64>, %c: tensor<i1> {check.value = dense<true> : tensor<i1>, check.shared})
    -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<i1>, tensor<i1>, tensor<i1>)
    attributes {check.no_gradient, check.numpy = "np.exp(x), x, np.exp(x), True, False, False"} {
  // CSE: %[[EXP:.*]] = prim.exp %arg0
  // CSE: %[[S:.*]] = flow.create_stack
  // CSE: %[[T:.*]] = flow.create_stack
  // CSE: %[[EMPTY:.*]] = flow.is_empty %[[S]]
  // CSE: flow.if %arg1
  // CSE-NEXT: flow.push_back %[[S]], %arg0
  // CSE-NEXT: flow.push_back %[[S]], %[[EXP]]
  // CSE: %[[FULL:.*]] = flow.is_empty %[[S]]
  // CSE-NOT: flow.is_empty
  // CSE: %[[P:.*]] = flow.pop_back %[[S]]
  // CSE: %[[Q:.*]] = flow.pop_back %[[S]]
  // CSE: return %[[P]], %[[Q]], %[[EXP]], %[[EMPTY]], %[[FULL]], %[[FULL]]
  %exp = prim.exp %x : tensor<f64>
  %s = flow.create_stack
  %t = flow.create_stack
  flow.push_back %t
  %empty = flow.is_empty %s
  flow.if %c : tensor<i1> {
    %again = prim.exp %x : tensor<f64>
    flow.push_back %s, %x : tensor<f64>
    flow.push_back %s, %again : tensor<f64>
  }
  %full = flow.is_empty %s
  %still = flow.is_empty %s
  %p = flow.pop_back %s : tensor<f64>
  %q = flow.pop_back %s : tensor<f64>
  return %p, %q, %exp, %empty, %full, %still
      : tensor<f64>, tensor<f64>, tensor<f64>, tensor<i1>, tensor<i1>, tensor<i1>
}

func.func private @one_block(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.exp %x : tensor<f64>
  return %y : tensor<f64>
}

func.func private @several_blocks(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  %go = tensor.extract %c[] : tensor<i1>
  cf.cond_br %go, ^then, ^end(%x : tensor<f64>)
^then:
  %y = prim.neg %x : tensor<f64>
  cf.br ^end(%y : tensor<f64>)
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}

// A call in a region is inlined if the callee is one block: regions of flow ops hold no more.
// CHECK-LABEL: @calls
func.func @calls(%n: tensor<i64> {check.value = dense<2> : tensor<i64>},
    %c: tensor<i1> {check.value = dense<true> : tensor<i1>}, %x: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "-np.exp(-np.exp(x))"} {
  // INLINE: flow.for
  // INLINE-NEXT: body(%{{.*}}: tensor<i64>, %[[A:.*]]: tensor<f64>) {
  // INLINE-NEXT: %[[Y:.*]] = prim.exp %[[A]]
  // INLINE-NEXT: call @several_blocks(%arg1, %[[Y]])
  // INLINE-NOT: call @one_block
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %y = func.call @one_block(%a) : (tensor<f64>) -> tensor<f64>
    %z = func.call @several_blocks(%c, %y) : (tensor<i1>, tensor<f64>) -> tensor<f64>
    flow.yield %z : tensor<f64>
  }
  return %r : tensor<f64>
}
