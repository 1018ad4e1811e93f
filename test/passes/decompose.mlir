// Composite ops become primitives, at any depth of nesting; what comes out holds nothing composite.
// RUN: cotan-opt %s --decompose | FileCheck %s --implicit-check-not=composite.
// RUN: cotan-opt %s --decompose=keep-custom-vjp | FileCheck %s --check-prefix=KEEP
// RUN: cotan-opt %s --decompose="skip=composite.softplus,composite.relu" | FileCheck %s --check-prefix=SKIP
// RUN: cotan-opt %s --decompose="only=composite.mish" | FileCheck %s --check-prefix=ONLY
// RUN: cotan-opt %s --decompose=skip=composite.relu | FileCheck %s --check-prefix=SKIP-RELU
// RUN: cotan-opt %s --decompose=only=composite.relu | FileCheck %s --check-prefix=ONLY-RELU
// RUN: not cotan-opt %s --decompose="skip=composite.mush" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not cotan-opt %s --decompose=only=prim.add 2>&1 | FileCheck %s --check-prefix=NO-COMPOSITE

// UNKNOWN: error: skip: 'composite.mush' is no operator that can be decomposed; write full names, such as composite.softmax; did you mean 'composite.mish'
// NO-COMPOSITE: error: only: 'prim.add' is no operator that can be decomposed

// CHECK-LABEL: @relu
// CHECK: %[[ZERO:.*]] = prim.constant dense<0.0
// CHECK: prim.maximum %{{.*}}, %[[ZERO]]
// KEEP-LABEL: @relu
// KEEP: composite.relu
// SKIP-LABEL: @relu
// SKIP: composite.relu
// SKIP-RELU-LABEL: @relu
// SKIP-RELU: composite.relu
// ONLY-RELU-LABEL: @relu
// ONLY-RELU: prim.maximum
func.func @relu(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = composite.relu %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// An op that the decomposition of another one makes is decomposed like one that was written.
// CHECK-LABEL: @mish
// CHECK: prim.log1p
// KEEP-LABEL: @mish
// KEEP: composite.softplus
// KEEP-NEXT: prim.tanh
// SKIP-LABEL: @mish
// SKIP: composite.softplus
// ONLY-LABEL: @mish
// ONLY: composite.softplus
// SKIP-RELU-LABEL: @mish
// SKIP-RELU: prim.log1p
// ONLY-RELU-LABEL: @mish
// ONLY-RELU: composite.mish
func.func @mish(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = composite.mish %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: @inside_a_branch
// CHECK: flow.if
// CHECK: prim.maximum
func.func @inside_a_branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %y = flow.if %c : tensor<i1> -> tensor<2xf32> {
    %z = composite.relu %x : tensor<2xf32>
    flow.yield %z : tensor<2xf32>
  } else {
    flow.yield %x : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// Both ask for the constant 0: it is made once.
// CHECK-LABEL: @constants_are_shared
// CHECK-COUNT-1: prim.constant
// CHECK-NOT: prim.constant
// CHECK: return
func.func @constants_are_shared(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = composite.relu %x : tensor<2xf32>
  %z = composite.relu %y : tensor<2xf32>
  return %z : tensor<2xf32>
}
