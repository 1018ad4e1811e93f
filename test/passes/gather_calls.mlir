// RUN: cotan-opt %s --gather-calls | FileCheck %s

// A recursion of large products: offered to other threads in each call.
// CHECK-LABEL: func.func private @products
// CHECK: prim.matmul
// CHECK-NEXT: prim.matmul
// CHECK-NEXT: call @products({{.*}}) {cotan.steps = 0 : i64, cotan.together = 2 : i64}
// CHECK-NEXT: call @products
// CHECK-NEXT: prim.tanh
func.func private @products(%n: tensor<i64>, %x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<128x128xf32> {
    %m = prim.sub %n, %one : tensor<i64>
    %a = prim.matmul %x, %x : tensor<128x128xf32>, tensor<128x128xf32>
    %b = func.call @products(%m, %a) : (tensor<i64>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %t = prim.tanh %b : tensor<128x128xf32>
    %c = prim.matmul %a, %x : tensor<128x128xf32>, tensor<128x128xf32>
    %d = func.call @products(%m, %c) : (tensor<i64>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %s = prim.add %t, %d : tensor<128x128xf32>
    flow.yield %s : tensor<128x128xf32>
  } else {
    flow.yield %x : tensor<128x128xf32>
  }
  return %y : tensor<128x128xf32>
}

// Of numbers: only from time to time.
// CHECK-LABEL: func.func private @numbers
// CHECK: call @numbers({{.*}}) {cotan.steps = {{[1-9][0-9]+}} : i64, cotan.together = 2 : i64}
// CHECK-NEXT: call @numbers
func.func private @numbers(%n: tensor<i64>) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %one, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<i64> {
    %m = prim.sub %n, %one : tensor<i64>
    %a = func.call @numbers(%m) : (tensor<i64>) -> tensor<i64>
    %k = prim.sub %m, %one : tensor<i64>
    %b = func.call @numbers(%k) : (tensor<i64>) -> tensor<i64>
    %s = prim.add %a, %b : tensor<i64>
    flow.yield %s : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  return %y : tensor<i64>
}

// One needs the other: nothing to be done.
// CHECK-LABEL: func.func private @one_after_the_other
// CHECK-NOT: cotan.together
func.func private @one_after_the_other(%n: tensor<i64>) -> tensor<i64> {
  %a = func.call @numbers(%n) : (tensor<i64>) -> tensor<i64>
  %b = func.call @numbers(%a) : (tensor<i64>) -> tensor<i64>
  return %b : tensor<i64>
}

// What a branch reads is needed, too.
// CHECK-LABEL: func.func private @through_a_branch
// CHECK-NOT: cotan.together
func.func private @through_a_branch(%n: tensor<i64>, %c: tensor<i1>) -> tensor<i64> {
  %a = func.call @numbers(%n) : (tensor<i64>) -> tensor<i64>
  %m = flow.if %c : tensor<i1> -> tensor<i64> {
    %t = prim.add %a, %n : tensor<i64>
    flow.yield %t : tensor<i64>
  } else {
    flow.yield %n : tensor<i64>
  }
  %b = func.call @numbers(%m) : (tensor<i64>) -> tensor<i64>
  %s = prim.add %a, %b : tensor<i64>
  return %s : tensor<i64>
}

// What is short is not worth another thread.
// CHECK-LABEL: func.func @short_ones
// CHECK-NOT: cotan.together
func.func private @short(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @short_ones(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = func.call @short(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = func.call @short(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// What prints does it in its order, and an assertion is not passed.
// CHECK-LABEL: func.func @effects
// CHECK-NOT: cotan.together
func.func private @says(%n: tensor<i64>) -> tensor<i64> {
  flow.print "n = {}" (%n) : tensor<i64>
  %y = func.call @says(%n) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @effects(%n: tensor<i64>, %holds: i1) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %a = func.call @says(%n) : (tensor<i64>) -> tensor<i64>
  %b = func.call @says(%n) : (tensor<i64>) -> tensor<i64>
  %c = func.call @numbers(%n) : (tensor<i64>) -> tensor<i64>
  flow.assert %holds, "holds" : i1
  %d = func.call @numbers(%b) : (tensor<i64>) -> tensor<i64>
  return %a, %c, %d : tensor<i64>, tensor<i64>, tensor<i64>
}

// Frames: calls that push, if something is pushed later in the function, and calls that pop.
// CHECK-LABEL: func.func private @pushes(
// CHECK: call @pushes({{.*}}) {cotan.steps = {{.*}}, cotan.together = 2 : i64}
// CHECK-LABEL: func.func private @pops
// CHECK: call @pops({{.*}}) {cotan.steps = {{.*}}, cotan.together = 2 : i64}
// CHECK-LABEL: func.func private @pushes_nothing_later
// CHECK-NOT: cotan.together
func.func private @pushes(%n: tensor<i64>, %stack: !flow.stack) -> tensor<i64> {
  %a = func.call @pushes(%n, %stack) : (tensor<i64>, !flow.stack) -> tensor<i64>
  %b = func.call @pushes(%n, %stack) : (tensor<i64>, !flow.stack) -> tensor<i64>
  flow.push_back %stack, %n : tensor<i64>
  %s = prim.add %a, %b : tensor<i64>
  return %s : tensor<i64>
}
func.func private @pops(%stack: !flow.stack) -> tensor<i64> {
  %n = flow.pop_back %stack : tensor<i64>
  %a = func.call @pops(%stack) : (!flow.stack) -> tensor<i64>
  %b = func.call @pops(%stack) : (!flow.stack) -> tensor<i64>
  %s = prim.add %a, %b : tensor<i64>
  return %s : tensor<i64>
}
func.func private @pushes_nothing_later(%n: tensor<i64>, %stack: !flow.stack) -> tensor<i64> {
  %a = func.call @pushes(%n, %stack) : (tensor<i64>, !flow.stack) -> tensor<i64>
  %b = func.call @pushes(%n, %stack) : (tensor<i64>, !flow.stack) -> tensor<i64>
  %s = prim.add %a, %b : tensor<i64>
  return %s : tensor<i64>
}
