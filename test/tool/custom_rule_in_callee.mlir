// A function that holds a derivative is called, and differentiated again: the rule's forward function is
// code like any other then. The value is x^2 and the rule says x, so of y + dy/dx = x^2 + x the
// derivative is 2 x + 1, by the forward function's ops; by the rule it would be x + 1.
// RUN: cotan grad %s --entry outer | cotan run - --entry outer --input 3 | FileCheck %s
// CHECK: result0: f64[] = 12.0
// CHECK: dresult0_darg0: f64[] = 7.0

// MLIR's own inliner would not know that: it leaves the call alone.
// RUN: cotan opt %s --inline | FileCheck %s --check-prefix=INLINER
// INLINER-LABEL: @outer
// INLINER-NEXT: call @value_and_derivative
func.func @outer(%x: tensor<f64>) -> tensor<f64> {
  %y:2 = call @value_and_derivative(%x) : (tensor<f64>) -> (tensor<f64>, tensor<f64>)
  %sum = prim.add %y#0, %y#1 : tensor<f64>
  return %sum : tensor<f64>
}
// As `cotan grad` writes it.
func.func private @value_and_derivative(%x: tensor<f64>) -> (tensor<f64>, tensor<f64> {flow.order = 1 : i64}) {
  %y:2 = flow.custom_call @square(%x) forward @square_fwd reverse @square_bwd {order = 1 : i64}
      : (tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %y#0, %y#1 : tensor<f64>, tensor<f64>
}
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @square_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = prim.mul %x, %x : tensor<f64>
  return %y, %x : tensor<f64>, tensor<f64>
}
func.func private @square_bwd(%x: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %dx = prim.mul %dy, %x : tensor<f64>
  return %dx : tensor<f64>
}

// A rule that is declared only, and one that calls itself.
// RUN: not cotan grad %s --entry declared 2>&1 | FileCheck %s --check-prefix=DECLARED
func.func @declared(%x: tensor<f64>) -> tensor<f64> {
  // DECLARED: [[#@LINE+1]]:8: error: 'elsewhere' has no body, so there is no derivative
  %y = flow.custom_call @square(%x) forward @square_fwd reverse @elsewhere : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @elsewhere(%x: tensor<f64>, %dy: tensor<f64>) -> tensor<f64>

// RUN: cotan grad %s --entry endless | cotan run - --entry endless --input 3 | FileCheck %s --check-prefix=RULE
// RULE: result0: f64[] = 9.0
// RULE: dresult0_darg0: f64[] = 3.0
// RUN: not cotan run %s --entry endless --input 1 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not cotan run %s --entry endless --input 1 --backend=reference 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: calls are nested {{.*}} deep, which is the limit; check that the recursion ends
func.func @endless(%x: tensor<f64>) -> tensor<f64> {
  // ENDLESS: error: {{.*}}calls of 'endless' are nested too deeply
  %y = flow.custom_call @endless(%x) forward @square_fwd reverse @square_bwd : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
