// A recurrent network over a sequence whose length is only known at run time.
func.func @dynamic_length(%xs: tensor<?x3xf64> {check.shape = [5, 3]}, %w: tensor<3x2xf64>,
                          %u: tensor<2x2xf64>, %h0: tensor<1x2xf64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %column = prim.constant dense<0> : tensor<1xi64>
  %sizes = prim.shape %xs : tensor<?x3xf64>
  %rows = prim.slice %sizes starts [0] limits [1] strides [1] : tensor<2xi64>
  %length = prim.squeeze %rows axes [0] : tensor<1xi64>
  %r:2 = flow.while (%h0, %zero) : (tensor<1x2xf64>, tensor<i64>) -> (tensor<1x2xf64>, tensor<i64>)
  cond(%h: tensor<1x2xf64>, %i: tensor<i64>) {
    %more = prim.lt %i, %length : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %h, %i : tensor<1x2xf64>, tensor<i64>
  } body(%h: tensor<1x2xf64>, %i: tensor<i64>) {
    %at = prim.expand_dims %i axes [0] : tensor<i64>
    %start = prim.concat %at, %column axis 0 : tensor<1xi64>, tensor<1xi64>
    %x = prim.dynamic_slice %xs at %start : tensor<?x3xf64>, tensor<2xi64> -> tensor<1x3xf64>
    %a = prim.matmul %x, %w : tensor<1x3xf64>, tensor<3x2xf64>
    %b = prim.matmul %h, %u : tensor<1x2xf64>, tensor<2x2xf64>
    %sum = prim.add %a, %b : tensor<1x2xf64>
    %next = prim.tanh %sum : tensor<1x2xf64>
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %next, %j : tensor<1x2xf64>, tensor<i64>
  }
  %y = prim.sum %r#0 axes [0, 1] : tensor<1x2xf64>
  return %y : tensor<f64>
}

// The state itself changes its size from turn to turn: zeros for it need its shape.
// Lanes may differ in what is in it, not in how large it is.
func.func @growing_state(%x: tensor<2xf64> {check.lanes = dense<[[0.5, 1.0], [-0.2, 0.3]]> : tensor<2x2xf64>},
                         %n: tensor<i64> {check.value = dense<3> : tensor<i64>, check.shared,
                             check.lanes = dense<[4, 4]> : tensor<2xi64>})
    -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %sizes = prim.shape %x : tensor<2xf64>
  %start = prim.reshape %x to %sizes : tensor<2xf64>, tensor<1xi64> -> tensor<?xf64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<?xf64>) -> (tensor<?xf64>)
  body(%i: tensor<i64>, %a: tensor<?xf64>) {
    %s = prim.sin %a : tensor<?xf64>
    %longer = prim.concat %a, %s axis 0 : tensor<?xf64>, tensor<?xf64>
    flow.yield %longer : tensor<?xf64>
  }
  %square = prim.mul %r, %r : tensor<?xf64>
  %y = prim.sum %square axes [0] : tensor<?xf64>
  return %y : tensor<f64>
}
