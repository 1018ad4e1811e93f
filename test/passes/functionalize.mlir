// RUN: cotan-opt %s --functionalize | FileCheck %s
// RUN: cotan-opt %s --functionalize --resolve-functions --symbol-dce --replace-tail-calls --symbol-dce --inline --canonicalize --symbol-dce > %t.back
// RUN: cotan-opt %s --canonicalize > %t.here && diff %t.here %t.back
// Branches and loops become functions, and from there the same program again.

// A branch chooses a function of what it reads, and calls it.
// CHECK-LABEL: func.func @branch
// CHECK: %[[T:.*]] = fn.closure @branch.then(%arg1) : (tensor<f64>) -> !fn.fn<() -> tensor<f64>>
// CHECK: %[[E:.*]] = fn.closure @branch.else(%arg2) : (tensor<f64>) -> !fn.fn<() -> tensor<f64>>
// CHECK: %[[F:.*]] = fn.switch %arg0, %[[T]], %[[E]]
// CHECK: %[[Y:.*]] = fn.apply %[[F]]()
// CHECK: return %[[Y]]
func.func @branch(%c: tensor<i1>, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %r = flow.if %c : tensor<i1> -> tensor<f64> {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    flow.yield %y : tensor<f64>
  }
  return %r : tensor<f64>
}

// Cases, one of them in another.
// CHECK-LABEL: func.func @cases
// CHECK: fn.switch %arg0, %{{.*}}, %{{.*}}, %{{.*}} : tensor<i32>
func.func @cases(%i: tensor<i32>, %x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %r:2 = flow.switch %i : tensor<i32> -> (tensor<f64>, tensor<f64>)
  case {
    flow.yield %x, %x : tensor<f64>, tensor<f64>
  } case {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s, %x : tensor<f64>, tensor<f64>
  } case {
    %t = prim.cos %x : tensor<f64>
    %u = flow.switch %i : tensor<i32> -> tensor<f64>
    case {
      flow.yield %t : tensor<f64>
    } case {
      %v = prim.exp %t : tensor<f64>
      flow.yield %v : tensor<f64>
    }
    flow.yield %u, %t : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// x to the power n, as the source has it: header, body and after.
// CHECK: func.func @pow
// CHECK: call @pow.header
// CHECK: func.func private @pow.after(%arg0: tensor<i64>, %arg1: tensor<f64>)
// CHECK: func.func private @pow.body
// CHECK: call @pow.header
// CHECK: func.func private @pow.header
// CHECK: %[[C:.*]] = prim.lt
// CHECK: %[[B:.*]] = fn.closure @pow.body
// CHECK: %[[A:.*]] = fn.closure @pow.after
// CHECK: %[[F:.*]] = fn.switch %[[C]], %[[B]], %[[A]]
// CHECK: %[[R:.*]]:2 = fn.apply %[[F]]()
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @pow(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%n, %start) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
  cond(%i: tensor<i64>, %y: tensor<f64>) {
    %more = prim.lt %zero, %i : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %y : tensor<i64>, tensor<f64>
  } body(%i: tensor<i64>, %y: tensor<f64>) {
    %j = prim.sub %i, %one : tensor<i64>
    %z = prim.mul %y, %x : tensor<f64>
    flow.yield %j, %z : tensor<i64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}
