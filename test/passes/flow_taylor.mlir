// RUN: cotan-opt %s --flow-taylor="wrt=0 order=3 given=1" --canonicalize --cse | FileCheck %s
// RUN: cotan-opt %s --flow-taylor="wrt=0 order=3 given=1" | FileCheck %s --check-prefix=CAST

// What stands for x' in formulas is gone at the end.
// CAST-NOT: unrealized_conversion_cast

// sin and cos are each other's derivatives: one of each is enough for any order.
// CHECK-LABEL: func.func @sine
// CHECK-SAME: (%[[X:.*]]: tensor<f64>, %[[DX:.*]]: tensor<f64> {flow.order = 1 : i64})
// CHECK-SAME: tensor<f64> {flow.order = 1 : i64}, tensor<f64> {flow.order = 2 : i64}, tensor<f64> {flow.order = 3 : i64})
// CHECK: prim.sin %[[X]]
// CHECK: prim.cos %[[X]]
// CHECK-NOT: prim.sin
// CHECK-NOT: prim.cos
// CHECK: return
func.func @sine(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}

// Coefficients that are zero are not multiplied by: of x^2 along a line there are three.
// CHECK-LABEL: func.func @square
// CHECK-SAME: (%[[X:.*]]: tensor<f64>, %[[DX:.*]]: tensor<f64>
// CHECK: %[[ZERO:.*]] = prim.constant dense<0
// CHECK: %[[Y:.*]] = prim.mul %[[X]], %[[X]]
// CHECK: %[[HALF:.*]] = prim.mul %[[X]], %[[DX]]
// CHECK: %[[Y1:.*]] = prim.add %[[HALF]], %[[HALF]]
// CHECK: %[[Y2:.*]] = prim.mul %[[DX]], %[[DX]]
// CHECK: return %[[Y]], %[[Y1]], %[[Y2]], %[[ZERO]]
func.func @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}

// A branch hands on the coefficients that one of its regions has.
// CHECK-LABEL: func.func @branch
// CHECK: flow.if %{{.*}} : tensor<i1> -> (tensor<f64>, tensor<f64>, tensor<f64>) {
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
func.func @branch(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %y = flow.if %c : tensor<i1> -> (tensor<f64>) {
    %a = prim.mul %x, %x : tensor<f64>
    flow.yield %a : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

// The coefficients go around the loop with the variable.
// CHECK-LABEL: func.func @loop
// CHECK: flow.while (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
func.func @loop(%x: tensor<f64>, %limit: tensor<f64>) -> tensor<f64> {
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.mul %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
}
