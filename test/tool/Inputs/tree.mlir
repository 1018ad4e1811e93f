// A recursion of two calls that may run at the same time.
func.func @main(%n: tensor<i64>, %x: tensor<96x96xf32>) -> tensor<f32> {
  %y = func.call @tree(%n, %x) : (tensor<i64>, tensor<96x96xf32>) -> tensor<96x96xf32>
  %s = prim.sum %y axes [0, 1] : tensor<96x96xf32>
  return %s : tensor<f32>
}
func.func private @tree(%n: tensor<i64>, %x: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<96x96xf32> {
    %m = prim.sub %n, %one : tensor<i64>
    %a = prim.tanh %x : tensor<96x96xf32>
    %p = prim.matmul %x, %a : tensor<96x96xf32>, tensor<96x96xf32>
    %t = prim.sin %p : tensor<96x96xf32>
    %b = func.call @tree(%m, %t) : (tensor<i64>, tensor<96x96xf32>) -> tensor<96x96xf32>
    %q = prim.matmul %a, %x : tensor<96x96xf32>, tensor<96x96xf32>
    %c = func.call @tree(%m, %q) : (tensor<i64>, tensor<96x96xf32>) -> tensor<96x96xf32>
    %s = prim.sub %b, %c : tensor<96x96xf32>
    flow.yield %s : tensor<96x96xf32>
  } else {
    flow.yield %x : tensor<96x96xf32>
  }
  return %y : tensor<96x96xf32>
}
