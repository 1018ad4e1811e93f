// Calls of the runtime that run at the same time, in a loop: products, one of them a number, a sort
// and a sum of rows at random.
func.func @main(%x: tensor<200x300xf32>, %y: tensor<300x200xf32>)
    -> (tensor<200x300xf32>, tensor<300x200xf32>, tensor<f32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<5> : tensor<i64>
  %number = prim.constant dense<0.0> : tensor<f32>
  %r:3 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %y, %number)
      : (tensor<200x300xf32>, tensor<300x200xf32>, tensor<f32>)
      -> (tensor<200x300xf32>, tensor<300x200xf32>, tensor<f32>)
  body(%i: tensor<i64>, %a: tensor<200x300xf32>, %b: tensor<300x200xf32>, %c: tensor<f32>) {
    %p = prim.matmul %a, %b : tensor<200x300xf32>, tensor<300x200xf32>
    %t = prim.tanh %p : tensor<200x200xf32>
    %q = prim.matmul %b, %a : tensor<300x200xf32>, tensor<200x300xf32>
    %d = prim.dot_general %a, %a batching [] x [] contracting [0, 1] x [0, 1]
        : tensor<200x300xf32>, tensor<200x300xf32>
    %sorted = prim.sort %a axis 1 : tensor<200x300xf32>
    %order = prim.argsort %b axis 0 : tensor<300x200xf32>
    %added = prim.put_along_axis %b at %order update %b axis 0 {add}
        : tensor<300x200xf32>, tensor<300x200xi64>, tensor<300x200xf32>
    %u = prim.tanh %q : tensor<300x300xf32>
    %e = prim.matmul %t, %sorted : tensor<200x200xf32>, tensor<200x300xf32>
    %f = prim.matmul %u, %added : tensor<300x300xf32>, tensor<300x200xf32>
    %v = prim.tanh %e : tensor<200x300xf32>
    %w = prim.tanh %f : tensor<300x200xf32>
    %s = prim.add %c, %d : tensor<f32>
    flow.yield %v, %w, %s : tensor<200x300xf32>, tensor<300x200xf32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2 : tensor<200x300xf32>, tensor<300x200xf32>, tensor<f32>
}

// One of the products has no memory for its result.
func.func @too_large(%x: tensor<600x600xf32>) -> tensor<600xf32> {
  %y = prim.matmul %x, %x : tensor<600x600xf32>, tensor<600x600xf32>
  %t = prim.tanh %y : tensor<600x600xf32>
  %z = prim.dot_general %x, %x batching [] x [] contracting [0] x [0]
      : tensor<600x600xf32>, tensor<600x600xf32>
  %both = prim.add %t, %z : tensor<600x600xf32>
  %sum = prim.sum %both axes [1] : tensor<600x600xf32>
  return %sum : tensor<600xf32>
}
