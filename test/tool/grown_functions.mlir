// Functions of which only the run says how many there are: where there is too little room, the program
// is compiled with more and begins again, but prints nothing twice.
// RUN: cotan run %s --entry derivatives --input 5 --input 2 | FileCheck %s --check-prefix=FIFTH
// RUN: cotan run %s --entry derivatives --input 5 --input 2 --backend reference | FileCheck %s --check-prefix=FIFTH
// FIFTH: begins
// FIFTH-NEXT: 5 derivatives
// FIFTH-NEXT: result0: f64[] = 1440.0
// Where derivatives of the program were taken, room was made for as many as the module says.
// RUN: cotan grad %s --entry derivatives | not cotan run - --entry derivatives --input 3 --input 2 2>&1 | FileCheck %s --check-prefix=BAKED
// BAKED: error: 'flow.assert': more than 2 derivatives are taken of one function, one of the other, and how many is known only here; give the program that this was made of the attribute cotan.orders = N
// RUN: sed -e '/^!map/s/$/\nmodule attributes {cotan.orders = 4 : i64} {/' -e '$a }' %s | cotan grad - --entry derivatives | cotan run - --entry derivatives --input 3 --input 2 | FileCheck %s --check-prefix=ROOM
// ROOM: result0: f64[] = 960.0
// ROOM-NEXT: dresult0_darg1: f64[] = 1440.0

!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
func.func private @sixth(%x: tensor<f64>) -> tensor<f64> {
  %2 = prim.mul %x, %x : tensor<f64>
  %4 = prim.mul %2, %2 : tensor<f64>
  %6 = prim.mul %4, %2 : tensor<f64>
  return %6 : tensor<f64>
}
func.func @derivatives(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  flow.print "begins"
  %f = fn.constant @sixth : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %d = fn.grad %g wrt [0] : !map
    flow.yield %d : !map
  }
  flow.print "{} derivatives" (%n) : tensor<i64>
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// 1000 functions, each made of the one before.
// RUN: cotan run %s --entry thousand --input 2 | FileCheck %s --check-prefix=THOUSAND
// THOUSAND: result0: f64[] = 1002.0
func.func private @same(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @one_more(%h: !map, %x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %y = fn.apply %h(%x) : !map
  %z = prim.add %y, %one : tensor<f64>
  return %z : tensor<f64>
}
func.func @thousand(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<1000> : tensor<i64>
  %f = fn.constant @same : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %c = fn.closure @one_more(%g) : (!map) -> !map
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// The program is a function that calls itself, and hands on what is still to be done.
// RUN: cotan run %s --entry sum_to --input 0.5 --input 100 > %t.compiled
// RUN: cotan run %s --entry sum_to --input 0.5 --input 100 --backend reference | diff - %t.compiled
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @sum_to(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64> {
  %k = fn.constant @square : !map
  %y = func.call @sum_on(%x, %n, %k) : (tensor<f64>, tensor<i64>, !map) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @plus(%k: !map, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.add %x, %y : tensor<f64>
  %s = prim.sin %z : tensor<f64>
  %r = fn.apply %k(%s) : !map
  return %r : tensor<f64>
}
func.func private @sum_on(%x: tensor<f64>, %n: tensor<i64>, %k: !map) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> (tensor<f64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %odd = prim.remainder %m, %one : tensor<i64>
    %w = func.call @sum_to(%x, %odd) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %next = fn.closure @plus(%k, %w) : (!map, tensor<f64>) -> !map
    %r = func.call @sum_on(%x, %m, %next) : (tensor<f64>, tensor<i64>, !map) -> tensor<f64>
    flow.yield %r : tensor<f64>
  } else {
    %r = fn.apply %k(%x) : !map
    flow.yield %r : tensor<f64>
  }
  return %y : tensor<f64>
}
