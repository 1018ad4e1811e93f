// RUN: cotan-opt %s --split-input-file --merge-equal-functions --symbol-dce | FileCheck %s
// RUN: cotan-opt %s --split-input-file --merge-equal-functions --remarks-filter=calls --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: sed -n "/^func.func @differentiated/,$ p" %s | cotan grad - --entry differentiated | FileCheck %s --check-prefix=GRAD

// Equal functions are one: what they call counts, and what they are called does not.
// CHECK-LABEL: func.func @chains(
// CHECK:         call @f(
// CHECK:         call @f(
// CHECK:         call @cosine(
// CHECK:       func.func private @f(
// CHECK:         call @sine(
// CHECK-NOT:   func.func private @g(
// CHECK-NOT:   func.func private @sinus(
// SAID-DAG: remark: {{.*}}'g' is equal to 'f', which is called in its place
// SAID-DAG: remark: {{.*}}'sinus' is equal to 'sine'
func.func @chains(%x: tensor<f64>) -> tensor<f64> {
  %a = call @f(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @g(%a) : (tensor<f64>) -> tensor<f64>
  %c = call @cosine(%b) : (tensor<f64>) -> tensor<f64>
  return %c : tensor<f64>
}
func.func private @f(%x: tensor<f64>) -> tensor<f64> {
  %y = call @sine(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @g(%other: tensor<f64>) -> tensor<f64> {
  %y = call @sinus(%other) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @sine(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @sinus(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @cosine(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.cos %x : tensor<f64>
  return %y : tensor<f64>
}

// -----

// Functions that call themselves are equal if they do so in the same way; @ends_early is not, and
// so neither is @other_way, which is as @to_ends but for what it calls.
// CHECK-LABEL: func.func @recursions(
// CHECK:         call @down(
// CHECK:         call @down(
// CHECK:         call @to_ends(
// CHECK:         call @other_way(
// CHECK:       func.func private @down(
// CHECK:         call @down(
// CHECK-NOT:   func.func private @below(
func.func @recursions(%n: tensor<i64>) -> tensor<i64> {
  %a = call @down(%n) : (tensor<i64>) -> tensor<i64>
  %b = call @below(%a) : (tensor<i64>) -> tensor<i64>
  %c = call @to_ends(%b) : (tensor<i64>) -> tensor<i64>
  %d = call @other_way(%c) : (tensor<i64>) -> tensor<i64>
  return %d : tensor<i64>
}
func.func private @down(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %one : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @down(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}
func.func private @below(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %one : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @below(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}
func.func private @to_ends(%n: tensor<i64>) -> tensor<i64> {
  %r = func.call @down(%n) : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}
func.func private @other_way(%n: tensor<i64>) -> tensor<i64> {
  %r = func.call @ends_early(%n) : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}
func.func private @ends_early(%n: tensor<i64>) -> tensor<i64> {
  %two = prim.constant dense<2> : tensor<i64>
  %more = prim.gt %n, %two : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %two : tensor<i64>
    %r = func.call @ends_early(%m) : (tensor<i64>) -> tensor<i64>
    flow.yield %r : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}

// -----

// Function values name one function, too. What others see stays, and so does what speaks of its
// line.
// CHECK-LABEL: func.func @values(
// CHECK:         fn.constant @seen
// CHECK:         fn.constant @seen
// CHECK:         call @asserts(
// CHECK:         call @asserts_too(
// CHECK:       func.func @seen(
// CHECK:       func.func @seen_too(
func.func @values(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @seen : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %g = fn.constant @seen_too : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %y = fn.apply %f(%x) : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %z = fn.apply %g(%y) : !fn.fn<(tensor<f64>) -> tensor<f64>>
  call @asserts(%c) : (tensor<i1>) -> ()
  call @asserts_too(%c) : (tensor<i1>) -> ()
  return %z : tensor<f64>
}
func.func @seen(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @seen_too(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @asserts(%c: tensor<i1>) {
  flow.assert %c, "it holds" : tensor<i1>
  return
}
func.func private @asserts_too(%c: tensor<i1>) {
  flow.assert %c, "it holds" : tensor<i1>
  return
}

// -----

// The derivative is made once.
// GRAD-LABEL: func.func @differentiated(
// GRAD-COUNT-2: call @twin.forward(
// GRAD-COUNT-2: call @twin.reverse(
// GRAD-NOT:   @other_twin.
func.func @differentiated(%x: tensor<f64>) -> tensor<f64> attributes {cotan.calls = "keep"} {
  %a = call @twin(%x) : (tensor<f64>) -> tensor<f64>
  %b = call @other_twin(%a) : (tensor<f64>) -> tensor<f64>
  return %b : tensor<f64>
}
func.func private @twin(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @other_twin(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
