// RUN: cotan-opt %s --lift-cf | FileCheck %s
// Values and derivatives of lifted programs: test/programs/unstructured.mlir.

// A loop that tests first has the test in `cond` and the work in `body`, and carries nothing else.
// CHECK-LABEL: @loop
func.func @loop(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  // CHECK-DAG: %[[ZERO:.*]] = prim.constant dense<0>
  // CHECK-DAG: %[[ONE:.*]] = prim.constant dense<1>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  // CHECK: %[[R:.*]]:2 = flow.while (%[[ZERO]], %arg0)
  // CHECK-NEXT: cond(%[[I:.*]]: tensor<i64>, %[[Y:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[MORE:.*]] = prim.lt %[[I]], %arg1
  // CHECK-NEXT: flow.cond_yield %[[MORE]] : tensor<i1>, %[[I]], %[[Y]]
  // CHECK-NEXT: } body(%[[I:.*]]: tensor<i64>, %[[Y:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[Z:.*]] = prim.mul %[[Y]], %arg0
  // CHECK-NEXT: %[[J:.*]] = prim.add %[[I]], %[[ONE]]
  // CHECK-NEXT: flow.yield %[[J]], %[[Z]]
  // CHECK: return %[[R]]#1
  cf.br ^head(%zero, %x : tensor<i64>, tensor<f64>)
^head(%i: tensor<i64>, %y: tensor<f64>):
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end
^body:
  %z = prim.mul %y, %x : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  cf.br ^head(%j, %z : tensor<i64>, tensor<f64>)
^end:
  return %y : tensor<f64>
}

// The branch that leaves may be the first; the condition is negated then. What `cond` computes and
// `body` needs is carried.
// CHECK-LABEL: @leaves_when_true
func.func @leaves_when_true(%x: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[R:.*]]:2 = flow.while (%arg0, %{{.*}})
  // CHECK-NEXT: cond(%[[Y:.*]]: tensor<f64>, %{{.*}}: tensor<f64>) {
  // CHECK-NEXT: %[[Z:.*]] = prim.mul %[[Y]], %[[Y]]
  // CHECK-NEXT: %[[DONE:.*]] = prim.gt %[[Z]], %[[LIMIT:.*]] :
  // CHECK-NEXT: %[[MORE:.*]] = prim.eq %[[DONE]], %{{.*}} : tensor<i1>
  // CHECK-NEXT: flow.cond_yield %[[MORE]] : tensor<i1>, %[[Y]], %[[Z]]
  // CHECK-NEXT: } body(%{{.*}}: tensor<f64>, %[[Z:.*]]: tensor<f64>) {
  // CHECK-NEXT: %[[W:.*]] = prim.add %[[Z]], %[[LIMIT]]
  // CHECK-NEXT: flow.yield %[[W]], %[[Z]]
  // CHECK: return %[[R]]#1
  %limit = prim.constant dense<9.0> : tensor<f64>
  cf.br ^head(%x : tensor<f64>)
^head(%y: tensor<f64>):
  %z = prim.mul %y, %y : tensor<f64>
  %done = prim.gt %z, %limit : tensor<f64>
  %c = tensor.extract %done[] : tensor<i1>
  cf.cond_br %c, ^end(%z : tensor<f64>), ^body
^body:
  %w = prim.add %z, %limit : tensor<f64>
  cf.br ^head(%w : tensor<f64>)
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}

// Several returns become one; paths that meet again become a flow.if.
// CHECK-LABEL: @two_returns
func.func @two_returns(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[LESS:.*]] = prim.lt %arg0, %arg1
  // CHECK-NEXT: %[[R:.*]] = flow.if %[[LESS]] : tensor<i1> -> tensor<f64> {
  // CHECK-NEXT: %[[XY:.*]] = prim.mul %arg0, %arg1
  // CHECK-NEXT: flow.yield %[[XY]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: flow.yield %arg1
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %less = prim.lt %x, %y : tensor<f64>
  %c = tensor.extract %less[] : tensor<i1>
  cf.cond_br %c, ^product, ^second
^product:
  %p = prim.mul %x, %y : tensor<f64>
  return %p : tensor<f64>
^second:
  return %y : tensor<f64>
}

// The index of a flow.switch counts from 0; the default comes first, the cases in their order.
// CHECK-LABEL: @switch
func.func @switch(%i: tensor<i64>, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK-DAG: %[[SEVEN:.*]] = prim.constant dense<7> : tensor<i64>
  // CHECK-DAG: %[[MINUS:.*]] = prim.constant dense<-1> : tensor<i64>
  // CHECK-DAG: %[[TWO:.*]] = prim.constant dense<2> : tensor<i32>
  // CHECK: %[[IS7:.*]] = prim.eq %arg0, %[[SEVEN]]
  // CHECK: %[[ONE_IF_7:.*]] = prim.cast %[[IS7]]
  // CHECK: %[[IS_MINUS:.*]] = prim.eq %arg0, %[[MINUS]]
  // CHECK: %[[ONE_IF_MINUS:.*]] = prim.cast %[[IS_MINUS]]
  // CHECK: %[[TWO_IF_MINUS:.*]] = prim.mul %[[ONE_IF_MINUS]], %[[TWO]]
  // CHECK: %[[INDEX:.*]] = prim.add %[[ONE_IF_7]], %[[TWO_IF_MINUS]]
  // CHECK: flow.switch %[[INDEX]] : tensor<i32> -> tensor<f64>
  // CHECK-NEXT: case {
  // CHECK-NEXT: flow.yield %arg1
  // CHECK: case {
  // CHECK-NEXT: %[[XY:.*]] = prim.mul %arg1, %arg2
  // CHECK-NEXT: flow.yield %[[XY]]
  // CHECK: case {
  // CHECK-NEXT: flow.yield %arg2
  %flag = tensor.extract %i[] : tensor<i64>
  cf.switch %flag : i64, [default: ^end(%x : tensor<f64>), 7: ^product, -1: ^end(%y : tensor<f64>)]
^product:
  %p = prim.mul %x, %y : tensor<f64>
  cf.br ^end(%p : tensor<f64>)
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}

// Scalars that are no element of a tensor stay scalars.
// CHECK-LABEL: @scalars
func.func @scalars(%c: i1, %flag: i8, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK: flow.if %arg0 : i1
  // CHECK: %[[FLAG:.*]] = tensor.from_elements %arg1 : tensor<i8>
  // CHECK: prim.eq %[[FLAG]]
  cf.cond_br %c, ^choose, ^end(%x : tensor<f64>)
^choose:
  cf.switch %flag : i8, [default: ^end(%x : tensor<f64>), 3: ^end(%y : tensor<f64>)]
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}

// A loop that is left in two ways keeps its test inside, but no flag is a number any more.
// CHECK-LABEL: @two_exits
func.func @two_exits(%x: tensor<f64>, %limit: tensor<f64>, %low: tensor<f64>) -> tensor<f64> {
  // CHECK: flow.while
  // CHECK: %[[MORE:.*]]:{{.*}} = flow.if
  // CHECK: flow.cond_yield %[[MORE]]#{{.*}} : tensor<i1>
  // CHECK-NOT: cf.
  // CHECK: return
  cf.br ^head(%x : tensor<f64>)
^head(%y: tensor<f64>):
  %more = prim.lt %y, %limit : tensor<f64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end(%y : tensor<f64>)
^body:
  %z = prim.mul %y, %y : tensor<f64>
  %below = prim.lt %z, %low : tensor<f64>
  %d = tensor.extract %below[] : tensor<i1>
  cf.cond_br %d, ^end(%low : tensor<f64>), ^head(%z : tensor<f64>)
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}

// What one path leaves undefined is zero if the shape is known, so that derivatives may pass.
// CHECK-LABEL: @undefined_values
func.func @undefined_values(%x: tensor<2xf64>, %y: tensor<?xf64>, %n: tensor<i64>)
    -> (tensor<2xf64>, tensor<?xf64>) {
  // CHECK-DAG: prim.constant dense<0.000000e+00> : tensor<2xf64>
  // CHECK-DAG: ub.poison : tensor<?xf64>
  // CHECK-NOT: ub.poison
  %one = prim.constant dense<1> : tensor<i64>
  cf.br ^head(%n : tensor<i64>)
^head(%i: tensor<i64>):
  %x2 = prim.add %x, %x : tensor<2xf64>
  %y2 = prim.add %y, %y : tensor<?xf64>
  %j = prim.sub %i, %one : tensor<i64>
  %x3 = prim.mul %x2, %x : tensor<2xf64>
  %y3 = prim.mul %y2, %y : tensor<?xf64>
  %more = prim.gt %j, %one : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^odd, ^end(%x2, %y2 : tensor<2xf64>, tensor<?xf64>)
^odd:
  %x4 = prim.mul %x3, %x3 : tensor<2xf64>
  %y4 = prim.mul %y3, %y3 : tensor<?xf64>
  %stop = prim.eq %j, %n : tensor<i64>
  %d = tensor.extract %stop[] : tensor<i1>
  cf.cond_br %d, ^early, ^head(%j : tensor<i64>)
^early:
  %x5 = prim.neg %x4 : tensor<2xf64>
  %y5 = prim.neg %y4 : tensor<?xf64>
  return %x5, %y5 : tensor<2xf64>, tensor<?xf64>
^end(%r: tensor<2xf64>, %s: tensor<?xf64>):
  return %r, %s : tensor<2xf64>, tensor<?xf64>
}

// A path that never returns stays one.
// CHECK-LABEL: @never_on_one_path
func.func @never_on_one_path(%t: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[TRUE:.*]] = prim.constant dense<true> : tensor<i1>
  // CHECK: flow.if %arg0 : tensor<i1> {
  // CHECK: flow.while
  // CHECK: flow.cond_yield %[[TRUE]]
  %c = tensor.extract %t[] : tensor<i1>
  cf.cond_br %c, ^forever, ^end
^forever:
  cf.br ^forever
^end:
  return %x : tensor<f64>
}

// Blocks nothing leads to go.
// CHECK-LABEL: @unreachable
func.func @unreachable(%x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: return %arg0
  cf.br ^end
^nowhere:
  cf.br ^end
^end:
  return %x : tensor<f64>
}

// One block is left alone, with what is in it.
// CHECK-LABEL: @structured_already
func.func @structured_already(%t: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: %[[C:.*]] = tensor.extract %arg0[]
  // CHECK-NEXT: flow.if %[[C]] : i1
  %c = tensor.extract %t[] : tensor<i1>
  %y = flow.if %c : i1 -> tensor<f64> {
    %z = prim.add %x, %x : tensor<f64>
    flow.yield %z : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}
