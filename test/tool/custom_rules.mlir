// Rules that are not the derivative: they show when a rule is used, and when its functions are
// differentiated as they are written. What is expected is what jax.custom_vjp gives.

// Gradients are clipped. The second derivative of clipped(x)^2 is that of clip(2 x): as jax.grad of
// jax.grad, it goes through the forward function, not by the rule.
// RUN: cotan grad %s --entry clips --order 2 -o %t && cotan run %t --entry clips --input 3 | FileCheck %s --check-prefix=LARGE
// RUN: cotan run %t --entry clips --input 0.25 | FileCheck %s --check-prefix=SMALL
// RUN: cotan run %t --entry clips --input 3 --backend=reference | FileCheck %s --check-prefix=LARGE
// RUN: cotan run %t --entry clips --input 0.25 --backend=reference | FileCheck %s --check-prefix=SMALL
// LARGE: result0: f64[] = 9.0
// LARGE: dresult0_dx: f64[] = 1.0
// LARGE: dresult0_dx_dx: f64[] = 0.0
// SMALL: dresult0_dx: f64[] = 0.5
// SMALL: dresult0_dx_dx: f64[] = 2.0
// Forward mode over it differentiates the same ops.
// RUN: cotan opt %s --flow-differentiate="entry=clips wrt=0 of=0" --flow-taylor="entry=clips wrt=0" -o %t.forward
// RUN: cotan run %t.forward --entry clips --input 3 --input 1 | FileCheck %s --check-prefix=FORWARD_LARGE
// RUN: cotan run %t.forward --entry clips --input 0.25 --input 1 | FileCheck %s --check-prefix=FORWARD_SMALL
// FORWARD_LARGE: f64[] = 9.0
// FORWARD_LARGE-NEXT: f64[] = 1.0
// FORWARD_LARGE-NEXT: f64[] = 6.0
// FORWARD_LARGE-NEXT: f64[] = 0.0
// FORWARD_SMALL: f64[] = 0.0625
// FORWARD_SMALL-NEXT: f64[] = 0.5
// FORWARD_SMALL-NEXT: f64[] = 0.5
// FORWARD_SMALL-NEXT: f64[] = 2.0
func.func @clips(%x: tensor<f64> {cotan.name = "x"}) -> tensor<f64> {
  %y = flow.custom_call @clipped(%x) forward @clipped reverse @clipped_bwd : (tensor<f64>) -> tensor<f64>
  %z = prim.mul %y, %y : tensor<f64>
  return %z : tensor<f64>
}
func.func private @clipped(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @clipped_bwd(%dy: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %less = prim.constant dense<-1.0> : tensor<f64>
  %most = prim.minimum %dy, %one : tensor<f64>
  %dx = prim.maximum %most, %less : tensor<f64>
  return %dx : tensor<f64>
}

// Each turn of a loop clips what comes from the turn after it: 4 x^3 would be 108, but it is
// clip(clip(2 * 9) * 2 * 3) = 1.
// RUN: cotan grad %s --entry clips_in_a_loop | cotan run - --entry clips_in_a_loop --input 3 | FileCheck %s --check-prefix=LOOP
// LOOP: result0: f64[] = 81.0
// LOOP: dresult0_darg0: f64[] = 1.0
func.func @clips_in_a_loop(%x: tensor<f64>) -> tensor<f64> {
  %limit = prim.constant dense<20.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %y = flow.custom_call @clipped(%a) forward @clipped reverse @clipped_bwd : (tensor<f64>) -> tensor<f64>
    %z = prim.mul %y, %y : tensor<f64>
    flow.yield %z : tensor<f64>
  }
  return %r : tensor<f64>
}

// `tenfold` is x, with a derivative of 10. Order 1 uses the rule for x, and reads the value for w;
// order 2 sees the forward function's ops, whichever of the two it differentiates.
// RUN: cotan grad %s --entry product --order 2 | cotan run - --entry product --input 3 --input 5 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: result0: f64[] = 15.0
// PRODUCT: dresult0_dx: f64[] = 50.0
// PRODUCT: dresult0_dw: f64[] = 3.0
// PRODUCT: dresult0_dx_dx: f64[] = 0.0
// PRODUCT: dresult0_dx_dw: f64[] = 10.0
// PRODUCT: dresult0_dw_dx: f64[] = 1.0
// PRODUCT: dresult0_dw_dw: f64[] = 0.0
func.func @product(%x: tensor<f64> {cotan.name = "x"}, %w: tensor<f64> {cotan.name = "w"}) -> tensor<f64> {
  %y = flow.custom_call @tenfold(%x) forward @tenfold reverse @tenfold_bwd : (tensor<f64>) -> tensor<f64>
  %z = prim.mul %y, %w : tensor<f64>
  return %z : tensor<f64>
}
func.func private @tenfold(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @tenfold_bwd(%dy: tensor<f64>) -> tensor<f64> {
  %ten = prim.constant dense<10.0> : tensor<f64>
  %dx = prim.mul %dy, %ten : tensor<f64>
  return %dx : tensor<f64>
}

// The reverse function uses a rule itself: both results of order 1 are differentiated by it, one
// after the other.
// RUN: cotan grad %s --entry rule_in_a_rule --order 2 | cotan run - --entry rule_in_a_rule --input 3 --input 5 | FileCheck %s --check-prefix=INNER
// INNER: dresult0_dx: f64[] = 5.0
// INNER: dresult0_dw: f64[] = 3.0
// INNER: dresult0_dx_dx: f64[] = 0.0
// INNER: dresult0_dx_dw: f64[] = 10.0
// INNER: dresult0_dw_dx: f64[] = 10.0
// INNER: dresult0_dw_dw: f64[] = 0.0
func.func @rule_in_a_rule(%x: tensor<f64> {cotan.name = "x"}, %w: tensor<f64> {cotan.name = "w"}) -> tensor<f64> {
  %z = flow.custom_call @multiply(%x, %w) forward @multiply_fwd reverse @multiply_bwd : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
func.func private @multiply(%x: tensor<f64>, %w: tensor<f64>) -> tensor<f64> {
  %z = prim.mul %x, %w : tensor<f64>
  return %z : tensor<f64>
}
func.func private @multiply_fwd(%x: tensor<f64>, %w: tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %z = prim.mul %x, %w : tensor<f64>
  %a = flow.custom_call @tenfold(%x) forward @tenfold reverse @tenfold_bwd : (tensor<f64>) -> tensor<f64>
  %b = flow.custom_call @tenfold(%w) forward @tenfold reverse @tenfold_bwd : (tensor<f64>) -> tensor<f64>
  return %z, %a, %b : tensor<f64>, tensor<f64>, tensor<f64>
}
func.func private @multiply_bwd(%x: tensor<f64>, %w: tensor<f64>, %dz: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %dx = prim.mul %dz, %w : tensor<f64>
  %dw = prim.mul %dz, %x : tensor<f64>
  return %dx, %dw : tensor<f64>, tensor<f64>
}
