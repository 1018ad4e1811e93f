// Calls whose derivative computes again what it needs. What is tested is that they change no number:
// of values, of derivatives of both modes and of several orders, of many lanes at once.

func.func private @wave(%x: tensor<4xf64>, %w: tensor<4xf64>) -> (tensor<4xf64>, tensor<i64>) {
  %a = prim.mul %x, %w : tensor<4xf64>
  %b = prim.sin %a : tensor<4xf64>
  %c = prim.tanh %b : tensor<4xf64>
  %count = prim.constant dense<4> : tensor<i64>
  return %c, %count : tensor<4xf64>, tensor<i64>
}
func.func @twice(%x: tensor<4xf64>, %w: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "np.tanh(np.sin(np.tanh(np.sin(x * w)) * w))"} {
  %y:2 = func.call @wave(%x, %w) {flow.checkpoint}
    : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<i64>)
  %z:2 = func.call @wave(%y#0, %w) {flow.checkpoint}
    : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<i64>)
  return %z#0 : tensor<4xf64>
}

// A checkpoint in one, in a loop.
func.func private @inner(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  %z = prim.mul %y, %x : tensor<f64>
  return %z : tensor<f64>
}
func.func private @outer(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64> {
  %y = func.call @inner(%x) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
  %z = prim.cos %y : tensor<f64>
  %s = prim.mul %z, %c : tensor<f64>
  return %s : tensor<f64>
}
func.func @nested_in_a_loop(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64>
    attributes {check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %turns = prim.constant dense<3> : tensor<i64>
  %y = flow.for %zero to %turns step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %next = func.call @outer(%s, %c) {flow.checkpoint} : (tensor<f64>, tensor<f64>) -> tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %y : tensor<f64>
}

// A loop in a checkpoint: each lane has its own number of turns.
func.func private @grow(%x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %limit = prim.constant dense<30.0> : tensor<f64>
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%s: tensor<f64>) {
    %more = prim.lt %s, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %s : tensor<f64>
  } body(%s: tensor<f64>) {
    %square = prim.mul %s, %s : tensor<f64>
    %next = prim.add %square, %one : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @of_a_loop(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @grow(%x) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
  %z = prim.log %y : tensor<f64>
  return %z : tensor<f64>
}

// In a branch and in a loop that lanes take in different ways.
func.func @where_lanes_differ(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %limit = prim.constant dense<4.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    %a = func.call @inner(%x) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
    flow.yield %a : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  %z = flow.while (%y) : (tensor<f64>) -> (tensor<f64>)
  cond(%s: tensor<f64>) {
    %more = prim.lt %s, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %s : tensor<f64>
  } body(%s: tensor<f64>) {
    %b = func.call @outer(%s, %one) {flow.checkpoint} : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %c = prim.add %b, %s : tensor<f64>
    %next = prim.add %c, %limit : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %z : tensor<f64>
}

// Nothing flows through these.
func.func private @count(%n: tensor<i64>) -> tensor<i64> {
  %m = prim.add %n, %n : tensor<i64>
  return %m : tensor<i64>
}
func.func @of_integers(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x * 6"} {
  %three = prim.constant dense<3> : tensor<i64>
  %n = func.call @count(%three) {flow.checkpoint} : (tensor<i64>) -> tensor<i64>
  %f = prim.cast %n : tensor<i64> -> tensor<f64>
  %y = prim.mul %x, %f : tensor<f64>
  return %y : tensor<f64>
}

// Rules of one's own in a checkpoint.
func.func private @cube(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  %z = prim.mul %y, %x : tensor<f64>
  return %z : tensor<f64>
}
func.func private @cube_fwd(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %y = func.call @cube(%x) : (tensor<f64>) -> tensor<f64>
  return %y, %x : tensor<f64>, tensor<f64>
}
func.func private @cube_bwd(%x: tensor<f64>, %dy: tensor<f64>) -> tensor<f64> {
  %three = prim.constant dense<3.0> : tensor<f64>
  %a = prim.mul %x, %x : tensor<f64>
  %b = prim.mul %a, %three : tensor<f64>
  %dx = prim.mul %b, %dy : tensor<f64>
  return %dx : tensor<f64>
}
func.func private @by_a_rule(%x: tensor<f64>) -> tensor<f64> {
  %y = flow.custom_call @cube(%x) forward @cube_fwd reverse @cube_bwd : (tensor<f64>) -> tensor<f64>
  %z = prim.sin %y : tensor<f64>
  return %z : tensor<f64>
}
func.func @of_a_rule(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "np.sin(x**3)"} {
  %y = func.call @by_a_rule(%x) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
