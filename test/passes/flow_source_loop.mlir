// RUN: cotan-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefix=CANONICAL
// RUN: cotan-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=INVARIANT
// RUN: cotan-check %s
// The loop `while i < ten: i = i + 1` in the three stages of the design document: as translated,
// with the limit used directly, and with the constant outside.

// CANONICAL-LABEL: @stage_one
// CANONICAL: %[[ONE:.*]] = prim.constant dense<1>
// CANONICAL: %[[R:.*]] = flow.while (%arg0) : (tensor<1xi64>) -> tensor<1xi64>
// CANONICAL-NEXT: cond(%[[I:.*]]: tensor<1xi64>) {
// CANONICAL-NEXT: prim.lt %[[I]], %arg1
// CANONICAL: flow.cond_yield %{{.*}} : tensor<i1>, %[[I]] : tensor<1xi64>
// CANONICAL-NEXT: } body(%[[I:.*]]: tensor<1xi64>) {
// CANONICAL-NEXT: %[[NEXT:.*]] = prim.add %[[I]], %[[ONE]]
// CANONICAL-NEXT: flow.yield %[[NEXT]]
// CANONICAL: return %[[R]], %arg1
func.func @stage_one(%i: tensor<1xi64> {check.value = dense<3> : tensor<1xi64>},
                     %ten: tensor<1xi64> {check.value = dense<10> : tensor<1xi64>})
    -> (tensor<1xi64>, tensor<1xi64>) attributes {check.numpy = "np.array([10]), ten"} {
  %i_2, %ten_2 = flow.while (%i, %ten) : (tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>)
  cond(%arg1: tensor<1xi64>, %arg2: tensor<1xi64>) {
    %less = prim.lt %arg1, %arg2 : tensor<1xi64>
    %cond = prim.reshape %less : tensor<1xi1> -> tensor<i1>
    flow.cond_yield %cond : tensor<i1>, %arg1, %arg2 : tensor<1xi64>, tensor<1xi64>
  } body(%arg1: tensor<1xi64>, %arg2: tensor<1xi64>) {
    %1 = prim.constant dense<1> : tensor<1xi64>
    %i_3 = prim.add %arg1, %1 : tensor<1xi64>
    flow.yield %i_3, %arg2 : tensor<1xi64>, tensor<1xi64>
  }
  return %i_2, %ten_2 : tensor<1xi64>, tensor<1xi64>
}

// -----

// INVARIANT-LABEL: @stage_two
// INVARIANT-NEXT: %[[ONE:.*]] = prim.constant dense<1>
// INVARIANT-NEXT: flow.while
// INVARIANT: } body(%[[I:.*]]: tensor<1xi64>) {
// INVARIANT-NEXT: prim.add %[[I]], %[[ONE]]
func.func @stage_two(%i: tensor<1xi64> {check.value = dense<3> : tensor<1xi64>},
                     %ten: tensor<1xi64> {check.value = dense<10> : tensor<1xi64>})
    -> tensor<1xi64> attributes {check.numpy = "np.array([10])"} {
  %i_2 = flow.while (%i) : (tensor<1xi64>) -> tensor<1xi64>
  cond(%arg1: tensor<1xi64>) {
    %less = prim.lt %arg1, %ten : tensor<1xi64>
    %cond = prim.reshape %less : tensor<1xi1> -> tensor<i1>
    flow.cond_yield %cond : tensor<i1>, %arg1 : tensor<1xi64>
  } body(%arg1: tensor<1xi64>) {
    %1 = prim.constant dense<1> : tensor<1xi64>
    %i_3 = prim.add %arg1, %1 : tensor<1xi64>
    flow.yield %i_3 : tensor<1xi64>
  }
  return %i_2 : tensor<1xi64>
}

// -----

// The third stage has nothing left to improve.
// CANONICAL-LABEL: @stage_three
// CANONICAL: flow.while (%arg0)
// CANONICAL-NEXT: cond
// CANONICAL-NEXT: prim.lt
// CANONICAL-NEXT: prim.reshape
// CANONICAL-NEXT: flow.cond_yield
// CANONICAL-NEXT: body
// CANONICAL-NEXT: prim.add
// CANONICAL-NEXT: flow.yield
// CANONICAL-NEXT: }
func.func @stage_three(%i: tensor<1xi64> {check.value = dense<12> : tensor<1xi64>},
                       %ten: tensor<1xi64> {check.value = dense<10> : tensor<1xi64>})
    -> tensor<1xi64> attributes {check.numpy = "np.array([12])"} {
  %1 = prim.constant dense<1> : tensor<1xi64>
  %i_2 = flow.while (%i) : (tensor<1xi64>) -> tensor<1xi64>
  cond(%arg1: tensor<1xi64>) {
    %less = prim.lt %arg1, %ten : tensor<1xi64>
    %cond = prim.reshape %less : tensor<1xi1> -> tensor<i1>
    flow.cond_yield %cond : tensor<i1>, %arg1 : tensor<1xi64>
  } body(%arg2: tensor<1xi64>) {
    %i_3 = prim.add %arg2, %1 : tensor<1xi64>
    flow.yield %i_3 : tensor<1xi64>
  }
  return %i_2 : tensor<1xi64>
}
