// The harness says what is wrong and where, and ends with status 1.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: [[#@LINE+1]]: value @wrong_expectation: {{.*}}:[[#@LINE+3]]: 'check.equal': at [1]: found 2, expected 3
func.func @wrong_expectation() -> tensor<2xf64> {
  %c = prim.constant dense<[1.0, 2.0]> : tensor<2xf64>
  check.equal %c, dense<[1.0, 3.0]> : tensor<2xf64>
  return %c : tensor<2xf64>
}

// CHECK: [[#@LINE+1]]: value @zeros_have_signs: {{.*}}found 0, expected -0
func.func @zeros_have_signs() -> tensor<f64> {
  %c = prim.constant dense<0.0> : tensor<f64>
  check.equal %c, dense<-0.0> : tensor<f64>
  return %c : tensor<f64>
}

// CHECK: [[#@LINE+1]]: value @needs_range: {{.*}} say its values with check.range or check.value
func.func @needs_range(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}

// CHECK: [[#@LINE+1]]: value @needs_shape: {{.*}} say its sizes with check.shape
func.func @needs_shape(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}

// CHECK: [[#@LINE+2]]: type:f32 @loses_digits: {{.*}} the value in f32: result #0 at [0]: found 0, expected 1.
// CHECK: [[#@LINE+1]]: type:bf16 @loses_digits
func.func @loses_digits(%x: tensor<4xf64> {check.range = [1.0, 2.0]}) -> tensor<4xf64>
    attributes {check.no_gradient} {
  %c = prim.constant dense<1.0e10> : tensor<4xf64>
  %a = prim.add %x, %c : tensor<4xf64>
  %b = prim.sub %a, %c : tensor<4xf64>
  return %b : tensor<4xf64>
}

// CHECK: [[#@LINE+1]]: value @cannot_be_made_up: {{.*}}argument #0 is 'complex<f16>', which cannot be made up
func.func @cannot_be_made_up(%x: complex<f16>) -> complex<f16> {
  return %x : complex<f16>
}

// CHECK: [[#@LINE+2]]: type:f32 @means_f64: {{.*}}needs element types of one width
// CHECK-NEXT: is not valid in f32; add check.f64_only if it is not meant to be
func.func @means_f64(%x: tensor<f64>) -> tensor<i64> {
  %y = prim.bitcast %x : tensor<f64> -> tensor<i64>
  return %y : tensor<i64>
}

// CHECK: [[#@LINE+2]]: pass:lower-scan @cannot_be_lowered: {{.*}}'flow.scan' op stacks values whose sizes only its body knows
// CHECK: the pass 'lower-scan' fails
func.func @cannot_be_lowered(%xs: tensor<3x?xf64> {check.shape = [3, 2]}) -> tensor<3x?xf64>
    attributes {check.no_gradient} {
  %r = flow.scan carry() over(%xs) : (tensor<3x?xf64>) -> tensor<3x?xf64>
  body(%x: tensor<?xf64>) {
    flow.print "a row"
    %y = prim.concat %x, %x axis 0 : tensor<?xf64>, tensor<?xf64>
    flow.yield %y : tensor<?xf64>
  }
  return %r : tensor<3x?xf64>
}

// CHECK: [[#@LINE+2]]: special-points @guard_is_differentiated: {{.*}}at all 0, element 0 of derivative #0 of order 2 by reverse mode is 0, but beside it -0.
// CHECK-NOT: check.kinks
func.func @guard_is_differentiated(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %guard = prim.eq %x, %zero : tensor<f64>
  %divisor = prim.where %guard, %one, %x : tensor<f64>
  %sine = prim.sin %x : tensor<f64>
  %ratio = prim.div %sine, %divisor : tensor<f64>
  %y = prim.where %guard, %one, %ratio : tensor<f64>
  return %y : tensor<f64>
}

// CHECK: [[#@LINE+2]]: special-points @kink_is_not_said: {{.*}}at all 0, element 0 of derivative #0 of order 1 by reverse mode is
// CHECK-SAME: if the function is not smooth there, say where with check.kinks
func.func @kink_is_not_said(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.abs %x : tensor<f64>
  return %y : tensor<f64>
}

// CHECK: [[#@LINE+1]]: special-points @kink_is_not_there: {{.*}}has no kink at any special point; remove check.kinks
func.func @kink_is_not_there(%x: tensor<f64>) -> tensor<f64> attributes {check.kinks = "nowhere"} {
  %y = prim.exp %x : tensor<f64>
  return %y : tensor<f64>
}

// CHECK: passed, {{[0-9]+}} failed
