// RUN: cotan-opt %s --place-updates | FileCheck %s

// What reads the old tensor comes first, with what it needs.
// CHECK-LABEL: @reads_come_first
// CHECK: %[[J:.*]] = prim.add
// CHECK-NEXT: %[[OLD:.*]] = prim.take %arg0 at %[[J]]
// CHECK-NEXT: %[[NEW:.*]] = prim.scatter %arg0
// CHECK-NEXT: return %[[NEW]], %[[OLD]]
func.func @reads_come_first(%x: tensor<200xf64>, %i: tensor<i64>, %u: tensor<f64>)
    -> (tensor<200xf64>, tensor<f64>) {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<200xf64>, tensor<i64>, tensor<f64>
  %j = prim.add %i, %i : tensor<i64>
  %old = prim.take %x at %j axis 0 : tensor<200xf64>, tensor<i64>
  return %y, %old : tensor<200xf64>, tensor<f64>
}

// The second read needs what the update makes: it stays, and the update will copy.
// CHECK-LABEL: @a_read_that_needs_the_update_stays
// CHECK: prim.scatter %arg0
// CHECK-NEXT: prim.take
// CHECK-NEXT: prim.cast
// CHECK-NEXT: prim.take %arg0
func.func @a_read_that_needs_the_update_stays(%x: tensor<200xf64>, %i: tensor<i64>, %u: tensor<f64>)
    -> tensor<f64> {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<200xf64>, tensor<i64>, tensor<f64>
  %v = prim.take %y at %i axis 0 : tensor<200xf64>, tensor<i64>
  %j = prim.cast %v : tensor<f64> -> tensor<i64>
  %old = prim.take %x at %j axis 0 : tensor<200xf64>, tensor<i64>
  return %old : tensor<f64>
}

// Stacks keep their order.
// CHECK-LABEL: @effects_stay
// CHECK: prim.scatter %arg0
// CHECK-NEXT: flow.push_back
func.func @effects_stay(%x: tensor<200xf64>, %i: tensor<i64>, %u: tensor<f64>)
    -> tensor<200xf64> {
  %s = flow.create_stack
  %y = prim.scatter %x at %i update %u axis 0 : tensor<200xf64>, tensor<i64>, tensor<f64>
  flow.push_back %s, %x : tensor<200xf64>
  return %y : tensor<200xf64>
}

// Both reads come first; the second one, which the first needs, is there by then.
// CHECK-LABEL: @a_read_that_another_needs
// CHECK-NEXT: %[[B:.*]] = prim.sin %arg0
// CHECK-NEXT: %[[A:.*]] = prim.mul
// CHECK-NEXT: %[[Y:.*]] = prim.scatter %arg0
func.func @a_read_that_another_needs(%x: tensor<200xf64>, %i: tensor<i64>, %u: tensor<f64>)
    -> (tensor<200xf64>, tensor<200xf64>) {
  %y = prim.scatter %x at %i update %u axis 0 : tensor<200xf64>, tensor<i64>, tensor<f64>
  %b = prim.sin %x : tensor<200xf64>
  %a = prim.mul %x, %b : tensor<200xf64>
  return %y, %a : tensor<200xf64>, tensor<200xf64>
}
