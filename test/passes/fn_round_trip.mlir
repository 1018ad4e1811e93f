// RUN: cotan-opt %s > %t.1 && cotan-opt %t.1 > %t.2 && diff %t.1 %t.2 && FileCheck %s < %t.1
// RUN: cotan-opt %s --mlir-print-op-generic | cotan-opt > %t.3 && diff %t.1 %t.3
// RUN: cotan-opt %s --emit-bytecode | cotan-opt > %t.4 && diff %t.1 %t.4
// Every form of every fn op prints as it is read, through text, generic text and bytecode.
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
!nothing = !fn.fn<() -> ()>

func.func private @id(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @nothing() {
  return
}
func.func private @second(%x: tensor<f64>, %f: !map) -> (!map, tensor<f64>) {
  return %f, %x : !map, tensor<f64>
}

// CHECK-LABEL: @values
func.func @values(%x: tensor<f64>) {
  // CHECK: %[[F:.*]] = fn.constant @id : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %f = fn.constant @id : !map
  // CHECK: fn.constant @nothing {tag} : !fn.fn<() -> ()>
  %n = fn.constant @nothing {tag} : !nothing
  // CHECK: fn.closure @nothing() : () -> !fn.fn<() -> ()>
  %m = fn.closure @nothing() : () -> !nothing
  // CHECK: fn.closure @second(%arg0, %[[F]]) : (tensor<f64>, !fn.fn<(tensor<f64>) -> tensor<f64>>) -> !fn.fn<() -> (!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>)>
  %c = fn.closure @second(%x, %f) : (tensor<f64>, !map) -> !fn.fn<() -> (!map, tensor<f64>)>
  // CHECK: fn.partial %[[F]](%arg0) : (!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>) -> !fn.fn<() -> tensor<f64>>
  %p = fn.partial %f(%x) : (!map, tensor<f64>) -> !fn.fn<() -> tensor<f64>>
  // CHECK: fn.partial %{{.*}}() : (!fn.fn<() -> ()>) -> !fn.fn<() -> ()>
  %q = fn.partial %n() : (!nothing) -> !nothing
  return
}

// CHECK-LABEL: @chosen
func.func @chosen(%c: tensor<i1>, %i: tensor<ui8>, %f: !map, %g: !map) {
  // CHECK: fn.switch %arg0, %arg2, %arg3 : tensor<i1>, !fn.fn<(tensor<f64>) -> tensor<f64>>
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  // CHECK: fn.switch %arg1, %arg2 : tensor<ui8>, !fn.fn<(tensor<f64>) -> tensor<f64>>
  %j = fn.switch %i, %f : tensor<ui8>, !map
  return
}

// CHECK-LABEL: @called
func.func @called(%f: !map, %n: !nothing, %s: !fn.fn<() -> (!map, tensor<f64>)>, %x: tensor<f64>) {
  // CHECK: fn.apply %arg0(%arg3) : !fn.fn<(tensor<f64>) -> tensor<f64>>
  %y = fn.apply %f(%x) : !map
  // CHECK: fn.apply %arg1() : !fn.fn<() -> ()>
  fn.apply %n() : !nothing
  // CHECK: %{{.*}}:2 = fn.apply %arg2() : !fn.fn<() -> (!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>)>
  %g, %z = fn.apply %s() : !fn.fn<() -> (!map, tensor<f64>)>
  // CHECK: fn.map %arg0(%arg3, %arg3) : (!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  %a, %b = fn.map %f(%x, %x) : (!map, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return
}

// CHECK-LABEL: @derivatives
func.func @derivatives(%f: !fn.fn<(tensor<f64>, tensor<i64>, tensor<2xf64>) -> tensor<f64>>,
                       %g: !fn.fn<(tensor<f32>) -> (tensor<3xf32>, tensor<i1>)>) {
  // CHECK: fn.grad %arg0 wrt [0, 2] : !fn.fn<(tensor<f64>, tensor<i64>, tensor<2xf64>) -> tensor<f64>>
  %df = fn.grad %f wrt [0, 2] : !fn.fn<(tensor<f64>, tensor<i64>, tensor<2xf64>) -> tensor<f64>>
  // CHECK: fn.vjp %arg1 wrt [0] : !fn.fn<(tensor<f32>) -> (tensor<3xf32>, tensor<i1>)>
  %pg = fn.vjp %g wrt [0] : !fn.fn<(tensor<f32>) -> (tensor<3xf32>, tensor<i1>)>
  // CHECK: fn.jvp %arg1 wrt [0] : !fn.fn<(tensor<f32>) -> (tensor<3xf32>, tensor<i1>)>
  %tg = fn.jvp %g wrt [0] : !fn.fn<(tensor<f32>) -> (tensor<3xf32>, tensor<i1>)>
  // CHECK: fn.apply %{{.*}}({{.*}}) : !fn.fn<(tensor<f64>, tensor<i64>, tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)>
  %x = prim.constant dense<1.0> : tensor<f64>
  %i = prim.constant dense<1> : tensor<i64>
  %v = prim.constant dense<1.0> : tensor<2xf64>
  %dx, %dv = fn.apply %df(%x, %i, %v)
      : !fn.fn<(tensor<f64>, tensor<i64>, tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)>
  return
}
