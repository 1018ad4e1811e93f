// Functions that call themselves stay functions: values, machine code, derivatives of both modes and
// of several orders.

// Directly, twice in one turn: a tree of calls.
func.func private @tree(%n: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %small = prim.lt %n, %two : tensor<f64>
  %y = flow.if %small : tensor<i1> -> tensor<f64> {
    %leaf = prim.sin %x : tensor<f64>
    flow.yield %leaf : tensor<f64>
  } else {
    %a = prim.sub %n, %one : tensor<f64>
    %b = prim.sub %n, %two : tensor<f64>
    %u = func.call @tree(%a, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %v = func.call @tree(%b, %u) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %p = prim.mul %u, %v : tensor<f64>
    %s = prim.add %p, %x : tensor<f64>
    %t = prim.tanh %s : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @tree_of_calls(%x: tensor<f64>) -> tensor<f64> attributes {check.order = 3} {
  %n = prim.constant dense<5.0> : tensor<f64>
  %y = func.call @tree(%n, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// By turns, with small and large tensors, and more than one result.
func.func private @even(%n: tensor<i64>, %x: tensor<3xf64>, %w: tensor<80xf64>)
    -> (tensor<3xf64>, tensor<80xf64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y:3 = flow.if %more : tensor<i1> -> (tensor<3xf64>, tensor<80xf64>, tensor<i64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %s = prim.sin %x : tensor<3xf64>
    %r:2 = func.call @odd(%m, %s, %w)
      : (tensor<i64>, tensor<3xf64>, tensor<80xf64>) -> (tensor<80xf64>, tensor<3xf64>)
    %p = prim.mul %r#1, %x : tensor<3xf64>
    flow.yield %p, %r#0, %m : tensor<3xf64>, tensor<80xf64>, tensor<i64>
  } else {
    flow.yield %x, %w, %n : tensor<3xf64>, tensor<80xf64>, tensor<i64>
  }
  return %y#0, %y#1, %y#2 : tensor<3xf64>, tensor<80xf64>, tensor<i64>
}
func.func private @odd(%n: tensor<i64>, %x: tensor<3xf64>, %w: tensor<80xf64>)
    -> (tensor<80xf64>, tensor<3xf64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y:2 = flow.if %more : tensor<i1> -> (tensor<80xf64>, tensor<3xf64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %v = prim.mul %w, %w : tensor<80xf64>
    %t = prim.tanh %v : tensor<80xf64>
    %r:3 = func.call @even(%m, %x, %t)
      : (tensor<i64>, tensor<3xf64>, tensor<80xf64>) -> (tensor<3xf64>, tensor<80xf64>, tensor<i64>)
    %c = prim.cos %r#0 : tensor<3xf64>
    %q = prim.mul %r#1, %w : tensor<80xf64>
    flow.yield %q, %c : tensor<80xf64>, tensor<3xf64>
  } else {
    flow.yield %w, %x : tensor<80xf64>, tensor<3xf64>
  }
  return %y#0, %y#1 : tensor<80xf64>, tensor<3xf64>
}
func.func @by_turns(%x: tensor<3xf64>, %w: tensor<80xf64>) -> (tensor<3xf64>, tensor<80xf64>)
    attributes {check.order = 2} {
  %n = prim.constant dense<5> : tensor<i64>
  %y:3 = func.call @even(%n, %x, %w)
    : (tensor<i64>, tensor<3xf64>, tensor<80xf64>) -> (tensor<3xf64>, tensor<80xf64>, tensor<i64>)
  return %y#0, %y#1 : tensor<3xf64>, tensor<80xf64>
}

// A loop in the function, with a call of itself in it, called in a loop.
func.func private @loops(%depth: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %more = prim.gt %depth, %zero : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %less = prim.sub %depth, %one : tensor<i64>
    %s = flow.for %zero to %two step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
    body(%i: tensor<i64>, %a: tensor<f64>) {
      %b = prim.sin %a : tensor<f64>
      %c = func.call @loops(%less, %b) : (tensor<i64>, tensor<f64>) -> tensor<f64>
      %d = prim.mul %c, %a : tensor<f64>
      flow.yield %d : tensor<f64>
    }
    flow.yield %s : tensor<f64>
  } else {
    %e = prim.exp %x : tensor<f64>
    flow.yield %e : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @loops_that_call(%x: tensor<f64>) -> tensor<f64> attributes {check.order = 3} {
  %limit = prim.constant dense<2.0> : tensor<f64>
  %depth = prim.constant dense<2> : tensor<i64>
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = func.call @loops(%depth, %a) : (tensor<i64>, tensor<f64>) -> tensor<f64>
    %c = prim.mul %b, %b : tensor<f64>
    %d = prim.add %c, %limit : tensor<f64>
    flow.yield %d : tensor<f64>
  }
  return %y : tensor<f64>
}

// Of a size that is open.
func.func private @halves(%n: tensor<i64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<?xf64> {
    %m = prim.sub %n, %one : tensor<i64>
    %s = prim.sin %x : tensor<?xf64>
    %r = func.call @halves(%m, %s) : (tensor<i64>, tensor<?xf64>) -> tensor<?xf64>
    %t = prim.mul %r, %x : tensor<?xf64>
    flow.yield %t : tensor<?xf64>
  } else {
    flow.yield %x : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
func.func @of_open_size(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.order = 2} {
  %n = prim.constant dense<3> : tensor<i64>
  %y = func.call @halves(%n, %x) : (tensor<i64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// What each call hands on as it came: a matrix that all read, one that only some ways read, and one
// that none reads.
func.func private @layers(%n: tensor<i64>, %w: tensor<3x3xf64>, %x: tensor<3xf64>, %b: tensor<3xf64>, %unread: tensor<3xf64>) -> tensor<3xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %ends = prim.le %n, %zero : tensor<i64>
  %y = flow.if %ends : tensor<i1> -> tensor<3xf64> {
    %last = prim.mul %x, %b : tensor<3xf64>
    flow.yield %last : tensor<3xf64>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %k = prim.sub %n, %two : tensor<i64>
    %s = prim.dot_general %w, %x batching [] x [] contracting [1] x [0] : tensor<3x3xf64>, tensor<3xf64>
    %t = prim.tanh %s : tensor<3xf64>
    %r = func.call @layers(%m, %w, %t, %b, %unread) : (tensor<i64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %q = func.call @layers(%k, %w, %r, %b, %unread) : (tensor<i64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %u = prim.add %q, %x : tensor<3xf64>
    flow.yield %u : tensor<3xf64>
  }
  return %y : tensor<3xf64>
}
func.func @handed_on(%w: tensor<3x3xf64>, %x: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.order = 3} {
  %n = prim.constant dense<3> : tensor<i64>
  %y = func.call @layers(%n, %w, %x, %b, %x) : (tensor<i64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// The same in a loop, whose turns have another matrix each.
func.func @handed_on_in_turns(%w: tensor<3x3xf64>, %x: tensor<3xf64>) -> tensor<3xf64>
    attributes {check.order = 2} {
  %n = prim.constant dense<2> : tensor<i64>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y:2 = flow.for %zero to %n step %one : tensor<i64> carry(%x, %w) : (tensor<3xf64>, tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>)
  body(%i: tensor<i64>, %a: tensor<3xf64>, %v: tensor<3x3xf64>) {
    %b = func.call @layers(%one, %v, %a, %x, %x) : (tensor<i64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %u = prim.sin %v : tensor<3x3xf64>
    flow.yield %b, %u : tensor<3xf64>, tensor<3x3xf64>
  }
  return %y#0 : tensor<3xf64>
}

// Lanes that go to different depths.
func.func private @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @power(%x, %m) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %t = prim.mul %r, %x : tensor<f64>
    flow.yield %t : tensor<f64>
  } else {
    %unit = prim.constant dense<1.0> : tensor<f64>
    flow.yield %unit : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @depths_of_lanes(%x: tensor<f64>,
                           %n: tensor<i64> {check.value = dense<3> : tensor<i64>,
                               check.lanes = dense<[3, 0, 5, 1]> : tensor<4xi64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %more = prim.constant dense<2> : tensor<i64>
  %isDeep = prim.gt %n, %more : tensor<i64>
  %y = flow.if %isDeep : tensor<i1> -> tensor<f64> {
    %p = func.call @power(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %q = func.call @power(%p, %more) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    flow.yield %q : tensor<f64>
  } else {
    %p = func.call @power(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    flow.yield %p : tensor<f64>
  }
  return %y : tensor<f64>
}
