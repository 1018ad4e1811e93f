// RUN: cotan-opt %s > %t.1 && cotan-opt %t.1 > %t.2 && diff %t.1 %t.2 && FileCheck %s < %t.1
// RUN: cotan-opt %s --mlir-print-op-generic | cotan-opt > %t.3 && diff %t.1 %t.3
// RUN: cotan-opt %s --emit-bytecode | cotan-opt > %t.4 && diff %t.1 %t.4
// Every form of every flow op prints as it is read, through text, generic text and bytecode.

// CHECK-LABEL: @stacks
func.func @stacks(%x: tensor<4xf32>, %i: i1) {
  // CHECK: %[[S:.*]] = flow.create_stack
  // CHECK: %[[T:.*]] = flow.create_stack {name = "t"}
  %s = flow.create_stack
  %t = flow.create_stack {name = "t"}
  // CHECK: flow.push_back %[[S]]{{$}}
  flow.push_back %s
  // CHECK: flow.push_back %[[S]], %[[T]], %arg0, %arg1 : !flow.stack, tensor<4xf32>, i1 {first}
  flow.push_back %s, %t, %x, %i : !flow.stack, tensor<4xf32>, i1 {first}
  // CHECK: %{{.*}}:3 = flow.pop_back %[[S]] : !flow.stack, tensor<4xf32>, i1
  %a, %b, %c = flow.pop_back %s : !flow.stack, tensor<4xf32>, i1
  // CHECK: flow.pop_back %[[S]] {last}
  flow.pop_back %s {last}
  // CHECK: flow.is_empty %[[S]]{{$}}
  %e = flow.is_empty %s
  return
}

// CHECK-LABEL: @if_without_results
func.func @if_without_results(%c: i1, %s: !flow.stack) {
  // CHECK-NEXT: flow.if %arg0 : i1 {
  // CHECK-NEXT: }
  flow.if %c : i1 {
  }
  // CHECK-NEXT: flow.if %arg0 : i1 {
  // CHECK-NEXT: flow.push_back
  // CHECK-NEXT: } else {
  // CHECK-NEXT: } attributes {tag = 1 : i64}
  flow.if %c : i1 then {
    flow.push_back %s
    flow.yield
  } else {
    flow.yield
  } attributes {tag = 1}
  // A terminator that says something is printed.
  // CHECK-NEXT: flow.if %arg0 : i1 {
  // CHECK-NEXT: flow.yield {here}
  // CHECK-NEXT: }
  flow.if %c : i1 {
    flow.yield {here}
  }
  return
}

// CHECK-LABEL: @if_with_results
func.func @if_with_results(%c: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  // CHECK-NEXT: %[[R:.*]]:2 = flow.if %arg0 : tensor<i1> -> (tensor<f64>, tensor<i1>) {
  // CHECK-NEXT: flow.yield %arg1, %arg0 : tensor<f64>, tensor<i1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: flow.yield %arg1, %arg0 : tensor<f64>, tensor<i1>
  // CHECK-NEXT: }
  %r:2 = flow.if %c : tensor<i1> -> (tensor<f64>, tensor<i1>) {
    flow.yield %x, %c : tensor<f64>, tensor<i1>
  } else {
    flow.yield %x, %c : tensor<f64>, tensor<i1>
  }
  // CHECK-NEXT: flow.if %arg0 : tensor<i1> -> tensor<f64> {
  %one = flow.if %c : tensor<i1> -> (tensor<f64>) {
    flow.yield %x : tensor<f64>
  } else {
    flow.yield %r#0 : tensor<f64>
  }
  return %one : tensor<f64>
}

// CHECK-LABEL: @if_with_stacks
func.func @if_with_stacks(%c: tensor<i1>, %x: tensor<f64>) {
  // CHECK-NEXT: flow.if %arg0 : tensor<i1> -> !flow.stack init {
  // CHECK-NEXT: %[[S:.*]] = flow.create_stack
  // CHECK-NEXT: flow.yield %[[S]] : !flow.stack
  // CHECK-NEXT: } then(%[[A:.*]]: !flow.stack) {
  // CHECK-NEXT: flow.yield %[[A]] : !flow.stack
  // CHECK-NEXT: }
  %s = flow.if %c : tensor<i1> -> !flow.stack init {
    %s = flow.create_stack
    flow.yield %s : !flow.stack
  } then(%a: !flow.stack) {
    flow.yield %a : !flow.stack
  }
  // CHECK-NEXT: flow.if %arg0 : tensor<i1> -> (tensor<f64>, !flow.stack, !flow.stack) init {
  // CHECK: } then(%{{.*}}: !flow.stack, %{{.*}}: !flow.stack) {
  // CHECK: } else(%{{.*}}: !flow.stack, %{{.*}}: !flow.stack) {
  %t:3 = flow.if %c : tensor<i1> -> (tensor<f64>, !flow.stack, !flow.stack) init {
    %s1 = flow.create_stack
    %s2 = flow.create_stack
    flow.yield %s1, %s2 : !flow.stack, !flow.stack
  } then(%a: !flow.stack, %b: !flow.stack) {
    flow.yield %x, %a, %b : tensor<f64>, !flow.stack, !flow.stack
  } else(%a: !flow.stack, %b: !flow.stack) {
    flow.yield %x, %b, %a : tensor<f64>, !flow.stack, !flow.stack
  }
  return
}

// CHECK-LABEL: @switch
func.func @switch(%i: tensor<ui8>, %j: i32, %x: tensor<f64>) {
  // CHECK-NEXT: flow.switch %arg0 : tensor<ui8>
  // CHECK-NEXT: case {
  // CHECK-NEXT: }
  flow.switch %i : tensor<ui8>
  case {
  }
  // CHECK-NEXT: flow.switch %arg1 : i32 -> tensor<f64>
  // CHECK-NEXT: case {
  // CHECK-NEXT: flow.yield %arg2 : tensor<f64>
  // CHECK-NEXT: }
  // CHECK-NEXT: case {
  // CHECK-NEXT: flow.yield %arg2 : tensor<f64>
  // CHECK-NEXT: } attributes {tag}
  %r = flow.switch %j : i32 -> tensor<f64>
  case {
    flow.yield %x : tensor<f64>
  } case {
    flow.yield %x : tensor<f64>
  } attributes {tag}
  // CHECK-NEXT: flow.switch %arg1 : i32 -> !flow.stack init {
  // CHECK: case(%[[A:.*]]: !flow.stack) {
  // CHECK-NEXT: flow.yield %[[A]]
  %s = flow.switch %j : i32 -> !flow.stack init {
    %s = flow.create_stack
    flow.yield %s : !flow.stack
  }
  case(%a: !flow.stack) {
    flow.yield %a : !flow.stack
  }
  return
}

// CHECK-LABEL: @while
func.func @while(%c: i1, %x: tensor<f64>, %s: !flow.stack) {
  // CHECK-NEXT: flow.while () : () -> ()
  // CHECK-NEXT: cond {
  // CHECK-NEXT: flow.cond_yield %arg0 : i1
  // CHECK-NEXT: } body {
  // CHECK-NEXT: flow.yield
  // CHECK-NEXT: }
  flow.while () : () -> ()
  cond {
    flow.cond_yield %c : i1
  } body {
    flow.yield
  }
  // CHECK-NEXT: flow.while (%arg1, %arg2) : (tensor<f64>, !flow.stack) -> (tensor<f64>, !flow.stack, !flow.stack)
  // CHECK-NEXT: init(%[[A:.*]]: tensor<f64>, %[[B:.*]]: !flow.stack) {
  // CHECK-NEXT: %[[T:.*]] = flow.create_stack
  // CHECK-NEXT: flow.yield %[[A]], %[[B]], %[[T]] : tensor<f64>, !flow.stack, !flow.stack
  // CHECK-NEXT: } cond(
  // CHECK-NEXT: flow.cond_yield %arg0 : i1, %{{.*}}, %{{.*}}, %{{.*}} : tensor<f64>, !flow.stack, !flow.stack {why}
  // CHECK-NEXT: } body(
  // CHECK: } attributes {tag}
  %r:3 = flow.while (%x, %s) : (tensor<f64>, !flow.stack) -> (tensor<f64>, !flow.stack, !flow.stack)
  init(%a: tensor<f64>, %b: !flow.stack) {
    %t = flow.create_stack
    flow.yield %a, %b, %t : tensor<f64>, !flow.stack, !flow.stack
  } cond(%a: tensor<f64>, %b: !flow.stack, %t: !flow.stack) {
    flow.cond_yield %c : i1, %a, %b, %t : tensor<f64>, !flow.stack, !flow.stack {why}
  } body(%a: tensor<f64>, %b: !flow.stack, %t: !flow.stack) {
    flow.yield %a, %b, %t : tensor<f64>, !flow.stack, !flow.stack
  } attributes {tag}
  return
}

// CHECK-LABEL: @for
func.func @for(%n: tensor<i8>, %x: tensor<f64>) {
  // CHECK-NEXT: flow.for %arg0 to %arg0 step %arg0 : tensor<i8> carry() : () -> ()
  // CHECK-NEXT: body(%{{.*}}: tensor<i8>) {
  flow.for %n to %n step %n : tensor<i8> carry() : () -> ()
  body(%i: tensor<i8>) {
    flow.yield
  }
  // CHECK: flow.for %arg0 to %arg0 step %arg0 : tensor<i8> reverse carry(%arg1) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  // CHECK-NEXT: init(%{{.*}}: tensor<f64>) {
  // CHECK: } body(%{{.*}}: tensor<i8>, %{{.*}}: tensor<f64>, %{{.*}}: !flow.stack) {
  // CHECK: } attributes {tag}
  %r:2 = flow.for %n to %n step %n : tensor<i8> reverse carry(%x) : (tensor<f64>) -> (tensor<f64>, !flow.stack)
  init(%a: tensor<f64>) {
    %t = flow.create_stack
    flow.yield %a, %t : tensor<f64>, !flow.stack
  } body(%i: tensor<i8>, %a: tensor<f64>, %t: !flow.stack) {
    flow.yield %a, %t : tensor<f64>, !flow.stack
  } attributes {tag}
  return
}

// CHECK-LABEL: @scan
func.func @scan(%h: tensor<f64>, %x: tensor<9x2xf64>) {
  // CHECK-NEXT: flow.scan carry() over(%arg1) : (tensor<9x2xf64>) -> ()
  // CHECK-NEXT: body(%{{.*}}: tensor<2xf64>) {
  flow.scan carry() over(%x) : (tensor<9x2xf64>) -> ()
  body(%a: tensor<2xf64>) {
    flow.yield
  }
  // CHECK: flow.scan carry(%arg0) over(%arg1) reverse : (tensor<f64>, tensor<9x2xf64>) -> (tensor<f64>, tensor<9x2xf64>)
  // CHECK: } attributes {tag}
  %r:2 = flow.scan carry(%h) over(%x) reverse : (tensor<f64>, tensor<9x2xf64>) -> (tensor<f64>, tensor<9x2xf64>)
  body(%a: tensor<f64>, %b: tensor<2xf64>) {
    flow.yield %a, %b : tensor<f64>, tensor<2xf64>
  } attributes {tag}
  return
}
