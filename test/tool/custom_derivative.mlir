// RUN: cotan grad %s --wrt 0 | cotan run - --input 0 | FileCheck %s
// CHECK: dresult0_darg0: f64[] = 3.0

// relu's own rule says that the slope at 0 is 0; its decomposition, maximum(x, 0), would share the
// gradient there: 1/2 each turn. The rule must be used although the op stands only inside a loop.
func.func @rule_is_used_in_a_loop(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %none = prim.constant dense<0.0> : tensor<f64>
  %r:2 = flow.while (%none, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%sum: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %three : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %sum, %i : tensor<f64>, tensor<i64>
  } body(%sum: tensor<f64>, %i: tensor<i64>) {
    %kept = composite.relu %x : tensor<f64>
    %term = prim.add %kept, %x : tensor<f64>
    %next = prim.add %sum, %term : tensor<f64>
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %next, %j : tensor<f64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}
