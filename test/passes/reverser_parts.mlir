// RUN: cotan-opt %s --flow-differentiate="wrt=0 of=0" --canonicalize | FileCheck %s

// A composite op without a derivative rule is differentiated through its parts, which are computed
// again where the derivative is: (x - y)^2 has the derivative 2 (x - y). The op itself stays.
// CHECK-LABEL: func.func @squared_error
// CHECK-SAME: (%[[X:.*]]: tensor<f64>, %[[Y:.*]]: tensor<f64>)
// CHECK: composite.mse %[[X]], %[[Y]]
// CHECK: prim.sub %[[X]], %[[Y]]
// CHECK: prim.mul
// CHECK: return
func.func @squared_error(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = composite.mse %x, %y : tensor<f64>
  return %z : tensor<f64>
}
