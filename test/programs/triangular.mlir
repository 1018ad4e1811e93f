// How often the inner loop runs is the index of the outer one: sin is applied 0 + 1 + ... + 3 times.
func.func @triangular(%x: tensor<f64> {check.range = [0.5, 1.5]},
                      %n: tensor<i64> {check.value = dense<4> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3, check.numpy = "np.sin(np.sin(np.sin(np.sin(np.sin(np.sin(x))))))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = flow.for %zero to %i step %one : tensor<i64> carry(%a) : (tensor<f64>) -> (tensor<f64>)
    body(%j: tensor<i64>, %c: tensor<f64>) {
      %d = prim.sin %c : tensor<f64>
      flow.yield %d : tensor<f64>
    }
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// Backwards, and with a step made inside the outer loop: from n down to the outer index.
func.func @triangular_downwards(%x: tensor<f64> {check.range = [0.5, 1.5]},
                                %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3, check.numpy = "np.cos(np.cos(np.cos(np.cos(np.cos(np.cos(x))))))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> reverse carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %down = prim.constant dense<-1> : tensor<i64>
    %b = flow.for %n to %i step %down : tensor<i64> carry(%a) : (tensor<f64>) -> (tensor<f64>)
    body(%j: tensor<i64>, %c: tensor<f64>) {
      %d = prim.cos %c : tensor<f64>
      flow.yield %d : tensor<f64>
    }
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}
