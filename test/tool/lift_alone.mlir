// RUN: cotan-opt %s --lift-cf | FileCheck %s
// The ops that lifting makes are known even where the program holds nothing of their dialects.

// CHECK: prim.constant
// CHECK: flow.if
func.func @three_ways(%c: i1, %d: i1, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  cf.cond_br %c, ^a, ^b
^a:
  cf.cond_br %d, ^b, ^c
^b:
  return %x : tensor<f64>
^c:
  return %y : tensor<f64>
}
