// RUN: cotan-opt %s --lower-flow --split-input-file --verify-diagnostics | FileCheck %s
// Values: test/translate/control.mlir; back again: test/passes/lift_cf.mlir.

// CHECK-LABEL: @loop
func.func @loop(%x: tensor<f64>, %limit: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: cf.br ^[[HEADER:.*]](%arg0 : tensor<f64>)
  // CHECK-NEXT: ^[[HEADER]](%[[A:.*]]: tensor<f64>):
  // CHECK-NEXT: %[[MORE:.*]] = prim.lt %[[A]], %arg1
  // CHECK-NEXT: %[[C:.*]] = tensor.extract %[[MORE]][]
  // CHECK-NEXT: cf.cond_br %[[C]], ^[[BODY:.*]], ^[[AFTER:.*]]{{$}}
  // CHECK-NEXT: ^[[BODY]]:
  // CHECK-NEXT: %[[B:.*]] = prim.mul %[[A]], %[[A]]
  // CHECK-NEXT: cf.br ^[[HEADER]](%[[B]] : tensor<f64>)
  // CHECK-NEXT: ^[[AFTER]]:
  // CHECK-NEXT: return %[[A]]
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.mul %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// An else that is left out has no block, and the stacks that a branch makes are made before it.
// CHECK-LABEL: @branch
func.func @branch(%c: i1, %x: tensor<f64>) -> !flow.stack {
  // CHECK-NEXT: %[[S:.*]] = flow.create_stack
  // CHECK-NEXT: cf.cond_br %arg0, ^[[YES:.*]], ^[[NO:.*]]{{$}}
  // CHECK-NEXT: ^[[YES]]:
  // CHECK-NEXT: flow.push_back %[[S]], %arg1
  // CHECK-NEXT: cf.br ^[[JOIN:.*]](%[[S]] : !flow.stack)
  // CHECK-NEXT: ^[[NO]]:
  // CHECK-NEXT: cf.br ^[[JOIN]](%[[S]] : !flow.stack)
  // CHECK-NEXT: ^[[JOIN]](%[[T:.*]]: !flow.stack):
  // CHECK-NEXT: cf.cond_br %arg0, ^[[PRINT:.*]], ^[[END:.*]]{{$}}
  // CHECK-NEXT: ^[[PRINT]]:
  // CHECK-NEXT: flow.print
  // CHECK-NEXT: cf.br ^[[END]]{{$}}
  // CHECK-NEXT: ^[[END]]:
  // CHECK-NEXT: return %[[T]]
  %s = flow.if %c : i1 -> (!flow.stack) init {
    %new = flow.create_stack
    flow.yield %new : !flow.stack
  } then(%a: !flow.stack) {
    flow.push_back %a, %x : tensor<f64>
    flow.yield %a : !flow.stack
  } else(%a: !flow.stack) {
    flow.yield %a : !flow.stack
  }
  flow.if %c : i1 -> () {
    flow.print "yes"
  }
  return %s : !flow.stack
}

// The last case is the default; below 0 is the first. One case alone needs no choice.
// CHECK-LABEL: @cases
func.func @cases(%i: tensor<i64>, %x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  // CHECK: %[[CLAMPED:.*]] = prim.maximum %arg0,
  // CHECK-NEXT: %[[N:.*]] = tensor.extract %[[CLAMPED]][]
  // CHECK-NEXT: cf.switch %[[N]] : i64, [
  // CHECK-NEXT: default: ^[[LAST:.*]],
  // CHECK-NEXT: 0: ^[[FIRST:.*]]{{$}}
  // CHECK: ^[[FIRST]]:
  // CHECK-NEXT: cf.br ^[[JOIN:.*]](%arg1 : tensor<f64>)
  // CHECK: ^[[LAST]]:
  // CHECK-NEXT: prim.sin
  // CHECK-NEXT: cf.br ^[[JOIN]]
  // CHECK: ^[[JOIN]]
  // CHECK-NOT: cf.switch
  %r = flow.switch %i : tensor<i64> -> tensor<f64>
  case { flow.yield %x : tensor<f64> }
  case {
    %a = prim.sin %x : tensor<f64>
    flow.yield %a : tensor<f64>
  }
  %s = flow.switch %i : tensor<i64> -> tensor<f64>
  case { flow.yield %r : tensor<f64> }
  return %r, %s : tensor<f64>, tensor<f64>
}

// -----

func.func @scan(%x: tensor<3xf64>) {
  // expected-error @+1 {{'flow.scan' has no blocks of its own; make it a loop that has (--lower-scan, then --lower-for)}}
  flow.scan carry() over(%x) : (tensor<3xf64>) -> ()
  body(%a: tensor<f64>) {
    flow.yield
  }
  return
}
