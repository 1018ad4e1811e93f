// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0 size=3})" | FileCheck %s
// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0})" | FileCheck %s --check-prefix=OPEN
// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0 size=3 repeat-results=false})" | FileCheck %s --check-prefix=REPORT
// Values and derivatives of batches, against each lane alone: every sample and program, by cotan-check.

// What lanes have together is repeated where it meets what differs, and not before.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[X:.*]]: tensor<3x4xf64>, %[[Y:.*]]: tensor<4xf64>) -> (tensor<3x4xf64>, tensor<3x4xf64>)
// OPEN-LABEL: func.func @elementwise
// OPEN-SAME: (%[[X:.*]]: tensor<?x4xf64>, %[[Y:.*]]: tensor<4xf64>) -> (tensor<?x4xf64>, tensor<?x4xf64>)
// REPORT-LABEL: func.func @elementwise
// REPORT-SAME: -> (tensor<3x4xf64>, tensor<4xf64>)
func.func @elementwise(%x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[S:.*]] = prim.sin %[[Y]] : tensor<4xf64>
  // CHECK: %[[R:.*]] = prim.broadcast %[[S]] : tensor<4xf64> -> tensor<3x4xf64>
  // CHECK: prim.mul %[[X]], %[[R]] : tensor<3x4xf64>
  // OPEN: %[[SHAPE:.*]] = prim.shape %[[X]]
  // OPEN: %[[SIZE:.*]] = prim.slice %[[SHAPE]] starts [0] limits [1]
  // OPEN: %[[S:.*]] = prim.sin %[[Y]]
  // OPEN: %[[ALL:.*]] = prim.concat %[[SIZE]], %{{.*}} axis 0
  // OPEN: prim.broadcast %[[S]] to %[[ALL]] : tensor<4xf64>, tensor<2xi64> -> tensor<?x4xf64>
  %s = prim.sin %y : tensor<4xf64>
  %p = prim.mul %x, %s : tensor<4xf64>
  return %p, %s : tensor<4xf64>, tensor<4xf64>
}

// -----

// A loop that ends for all lanes at once stays as it is. What does not differ stays without the axis.
// CHECK-LABEL: @same_turns
func.func @same_turns(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  // CHECK: flow.while (%arg0, %{{.*}}) : (tensor<3xf64>, tensor<i64>) -> (tensor<3xf64>, tensor<i64>)
  // CHECK-NOT: prim.where
  %r:2 = flow.while (%x, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%a: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %i : tensor<f64>, tensor<i64>
  } body(%a: tensor<f64>, %i: tensor<i64>) {
    %b = prim.sin %a : tensor<f64>
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %b, %j : tensor<f64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}

// -----

// A loop that ends lane by lane carries who is still in it; the others keep what they have.
// CHECK-LABEL: @own_turns
func.func @own_turns(%x: tensor<f64>, %limit: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[ALL:.*]] = prim.constant dense<true> : tensor<3xi1>
  // CHECK: %[[R:.*]]:2 = flow.while (%arg0, %[[ALL]]) : (tensor<3xf64>, tensor<3xi1>)
  // CHECK-NEXT: cond(%[[A:.*]]: tensor<3xf64>, %[[IN:.*]]: tensor<3xi1>) {
  // CHECK: %[[MORE:.*]] = prim.lt
  // CHECK: %[[STAY:.*]] = prim.and %[[IN]], %[[MORE]]
  // CHECK: %[[ANY:.*]] = prim.any %[[STAY]] axes [0]
  // CHECK: flow.cond_yield %[[ANY]] : tensor<i1>, %[[A]], %[[STAY]]
  // CHECK: body(%[[A:.*]]: tensor<3xf64>, %[[IN:.*]]: tensor<3xi1>) {
  // CHECK: %[[SQUARE:.*]] = prim.mul
  // CHECK: %[[NEXT:.*]] = prim.where %[[IN]], %[[SQUARE]], %[[A]]
  // CHECK: flow.yield %[[NEXT]], %[[IN]]
  // CHECK: return %[[R]]#0
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %next = prim.mul %a, %a : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

// Each way is run if any lane goes it. A way that computes nothing that could go wrong is just run.
// CHECK-LABEL: @own_ways
func.func @own_ways(%x: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[P:.*]] = prim.gt
  // CHECK: %[[N:.*]] = prim.not %[[P]]
  // CHECK: %[[ANY:.*]] = prim.any %[[P]] axes [0]
  // CHECK: %[[LOG:.*]] = flow.if %[[ANY]] : tensor<i1> -> tensor<3xf64> {
  // CHECK: prim.log
  // CHECK: } else {
  // CHECK: }
  // CHECK-NOT: flow.if
  // CHECK: %[[NEG:.*]] = prim.neg %arg0 : tensor<3xf64>
  // CHECK: %[[Y:.*]] = prim.where %[[N]], %[[NEG]], %[[LOG]]
  // CHECK: return %[[Y]]
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    %l = prim.log %x : tensor<f64>
    flow.yield %l : tensor<f64>
  } else {
    %n = prim.neg %x : tensor<f64>
    flow.yield %n : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

// As many turns as the lane with most; each counts its own.
// CHECK-LABEL: @own_bounds
func.func @own_bounds(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[MOST:.*]] = prim.max %{{.*}} axes [0] : tensor<3xi64>
  // CHECK: flow.for %{{.*}} to %[[MOST]] step %{{.*}} : tensor<i64> carry(%{{.*}}) : (tensor<3xf64>)
  // CHECK: prim.lt %{{.*}} : tensor<3xi64>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.sin %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

// A loop that empties a stack goes by the masks that were pushed.
// CHECK-LABEL: @drain
func.func @drain(%x: tensor<f64>, %limit: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[R:.*]]:3 = flow.while
  // CHECK: body(%{{.*}}: tensor<3xf64>, %[[IN:.*]]: tensor<3xi1>, %[[S:.*]]: !flow.stack) {
  // CHECK: flow.push_back %[[S]], %{{.*}}, %[[IN]] : tensor<3xf64>, tensor<3xi1>
  %r:2 = flow.while (%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %s = flow.create_stack
    flow.yield %a, %s : tensor<f64>, !flow.stack
  } cond(%a: tensor<f64>, %s: !flow.stack) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a, %s : tensor<f64>, !flow.stack
  } body(%a: tensor<f64>, %s: !flow.stack) {
    %next = prim.mul %a, %a : tensor<f64>
    flow.push_back %s, %a : tensor<f64>
    flow.yield %next, %s : tensor<f64>, !flow.stack
  }
  // CHECK: flow.while (%[[R]]#0) : (tensor<3xf64>) -> tensor<3xf64>
  // CHECK: body(%[[B:.*]]: tensor<3xf64>) {
  // CHECK-NEXT: %[[FRAME:.*]]:2 = flow.pop_back %[[R]]#2 : tensor<3xf64>, tensor<3xi1>
  // CHECK: %[[NEXT:.*]] = prim.where %[[FRAME]]#1, %{{.*}}, %[[B]]
  // CHECK: flow.yield %[[NEXT]]
  %q = flow.while (%r#0) : (tensor<f64>) -> (tensor<f64>)
  cond(%b: tensor<f64>) {
    %empty = flow.is_empty %r#1
    %more = prim.not %empty : tensor<i1>
    flow.cond_yield %more : tensor<i1>, %b : tensor<f64>
  } body(%b: tensor<f64>) {
    %v = flow.pop_back %r#1 : tensor<f64>
    %c = prim.mul %b, %v : tensor<f64>
    flow.yield %c : tensor<f64>
  }
  return %q : tensor<f64>
}

// -----

// Without a rule for these operands an op is run lane by lane: here each lane asks for a shape.
// CHECK-LABEL: @lane_by_lane
func.func @lane_by_lane(%shape: tensor<1xi64>, %x: tensor<f64>) -> tensor<?xf64> {
  // CHECK: flow.for
  // CHECK: %[[OWN:.*]] = prim.take %arg0 at %{{.*}} axis 0
  // CHECK: prim.fill %arg1 to %[[OWN]]
  %y = prim.fill %x to %shape : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// Conditions may be numbers beside tensors: of all lanes they are a vector.
// RUN: cotan-opt %s --split-input-file --pass-pipeline="builtin.module(batch{arguments=0 size=3})" -o %t.all
// RUN: sed -n '/@beside_tensors/,/^  }/p' %t.all | cotan run - --backend reference --input '[2.0,20.0,-3.0]' | FileCheck %s --check-prefix=BESIDE
// BESIDE: f64[3] = [16.0, 20.0, 3.0]
func.func @beside_tensors(%x: tensor<f64>) -> tensor<f64> {
  %ten = prim.constant dense<10.0> : tensor<f64>
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %isPositive = tensor.extract %positive[] : tensor<i1>
  %y = flow.if %isPositive : i1 -> (tensor<f64>) {
    %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
    cond(%a: tensor<f64>) {
      %more = prim.lt %a, %ten : tensor<f64>
      %goesOn = tensor.extract %more[] : tensor<i1>
      flow.cond_yield %goesOn : i1, %a : tensor<f64>
    } body(%a: tensor<f64>) {
      %b = prim.mul %a, %x : tensor<f64>
      flow.yield %b : tensor<f64>
    }
    flow.yield %r : tensor<f64>
  } else {
    %n = prim.neg %x : tensor<f64>
    flow.yield %n : tensor<f64>
  }
  return %y : tensor<f64>
}

// -----

// A line for each lane that comes there, those of one place in order; an assertion is of all lanes that come
// there, and speaks of the first that fails.
// RUN: sed -n '/@lines/,/^  }/p' %t.all > %t.lines
// RUN: cotan run %t.lines --backend reference --input '[2.0,-1.0,20.0]' | tee %t.reference | FileCheck %s --check-prefix=LINES
// RUN: cotan run %t.lines --input '[2.0,-1.0,20.0]' | diff - %t.reference
// RUN: not cotan run %t.lines --input '[2.0,-3.0,2000.0]' 2>&1 | FileCheck %s --check-prefix=FAILS
// LINES: x is 2.0 of 10.0
// LINES-NEXT: x is -1.0 of 10.0
// LINES-NEXT: x is 20.0 of 10.0
// LINES-NEXT: once
// LINES-NEXT: positive
// LINES-NEXT: positive
// LINES-NEXT: square of 2.0
// LINES-NEXT: square of 4.0
// LINES-NEXT: result0: f64[3] = [16.0, -1.0, 20.0]
// FAILS: positive
// FAILS: 2000.0 is too large
func.func @lines(%x: tensor<f64>) -> tensor<f64> {
  %ten = prim.constant dense<10.0> : tensor<f64>
  %zero = prim.constant dense<0.0> : tensor<f64>
  %thousand = prim.constant dense<1000.0> : tensor<f64>
  flow.print "x is {} of {}" (%x, %ten) : tensor<f64>, tensor<f64>
  flow.print "once"
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    flow.print "positive"
    %small = prim.lt %x, %thousand : tensor<f64>
    flow.assert %small, "{} is too large" (%x) : tensor<i1>, tensor<f64>
    %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
    cond(%a: tensor<f64>) {
      %more = prim.lt %a, %ten : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
    } body(%a: tensor<f64>) {
      flow.print "square of {}" (%a) : tensor<f64>
      %b = prim.mul %a, %a : tensor<f64>
      flow.yield %b : tensor<f64>
    }
    flow.yield %r : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}
