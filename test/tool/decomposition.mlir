// Which composite operators are replaced, by the choice of the user: one that stays whole needs a
// kernel to run and a rule to be differentiated.

// RUN: cotan run %s --entry softplus --input 0 | FileCheck %s --check-prefix=SOFTPLUS
// RUN: cotan run %s --entry softplus --input 0 --only-decompose=composite.softplus,composite.relu | FileCheck %s --check-prefix=SOFTPLUS
// SOFTPLUS: result0: f64[] = 0.693147
// RUN: not cotan run %s --entry softplus --input 0 --no-forward-decomposition 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: [[@LINE+9]]:8: error: 'composite.softplus' has no kernel of its own, and decomposition is switched off
// RUN: not cotan run %s --entry softplus --input 0 --skip-decomposition=composite.softplus 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: env COTAN_SKIP_DECOMPOSITION=composite.relu,composite.softplus not cotan run %s --entry softplus --input 0 2>&1 | FileCheck %s --check-prefix=SKIP
// SKIP: [[@LINE+6]]:8: error: 'composite.softplus' has no kernel of its own, and its decomposition is to be skipped (skip)
// RUN: env COTAN_ONLY_DECOMPOSE=composite.relu not cotan run %s --entry softplus --input 0 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY: [[@LINE+4]]:8: error: 'composite.softplus' has no kernel of its own, and it is not among the only operators to be decomposed (only)
// RUN: not cotan run %s --entry softplus --input 0 --skip-decomposition=composite.softplu 2>&1 | FileCheck %s --check-prefix=MISTYPED
// MISTYPED: error: skip: 'composite.softplu' is no operator that can be decomposed; write full names, such as composite.softmax; did you mean 'composite.softplus'
func.func @softplus(%x: tensor<f64>) -> tensor<f64> {
  %y = composite.softplus %x : tensor<f64>
  return %y : tensor<f64>
}

// What a kernel computes runs with all decomposition switched off, and is no part of what is read.
// RUN: cotan run %s --entry attention --input ones:f32[1,2,1,2] --no-forward-decomposition --skip-decomposition=composite.attention | FileCheck %s --check-prefix=KERNEL
// KERNEL: result0: f32[1, 2, 1, 2] =
// KERNEL-NEXT: {{\[}}{{\[}}{{\[}}[1.0, 1.0]],
func.func @attention(%x: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %y, %l = composite.attention %x, %x, %x scale 0.5 : tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>
  return %y : tensor<1x2x1x2xf32>
}

// With a rule of its own an operator is differentiated whole; without one it is an error.
// RUN: cotan grad %s --entry softmax --seed ones --no-reverse-decomposition | cotan run - --entry softmax --input "[1.0, 1.0]" | FileCheck %s --check-prefix=RULE
// RULE: dresult0_darg0: f64[2] = {{\[}}0.0, 0.0]
func.func @softmax(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = composite.softmax %x axis 0 : tensor<2xf64>
  return %y : tensor<2xf64>
}
// RUN: cotan grad %s --entry lerp --wrt 2 | cotan run - --entry lerp --input 1 --input 3 --input 0.5 | FileCheck %s --check-prefix=LERP
// LERP: dresult0_darg2: f64[] = 2.0
// RUN: not cotan grad %s --entry lerp --no-reverse-decomposition 2>&1 | FileCheck %s --check-prefix=NO-RULE
// RUN: not cotan grad %s --entry lerp --skip-decomposition=composite.lerp 2>&1 | FileCheck %s --check-prefix=NO-RULE
// NO-RULE: [[@LINE+2]]:8: error: 'composite.lerp' has no derivative rule, but a derivative must flow through it, and its decomposition is switched off for derivatives; let it be decomposed
func.func @lerp(%x: tensor<f64>, %y: tensor<f64>, %w: tensor<f64>) -> tensor<f64> {
  %z = composite.lerp %x, %y, %w : tensor<f64>
  return %z : tensor<f64>
}

// RUN: not cotan run %s --entry misread --input 0 2>&1 | FileCheck %s --check-prefix=MISREAD
// MISREAD: error: 'cotan.decomposition' is {forwards = false}; it says {forward = true, reverse = true, skip = ["..."], only = ["..."]}, or some of these
func.func @misread(%x: tensor<f64>) -> tensor<f64> attributes {cotan.decomposition = {forwards = false}} {
  return %x : tensor<f64>
}
