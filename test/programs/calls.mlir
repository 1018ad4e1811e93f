// Calls that stay calls, forced by `cotan.calls`: values, machine code, derivatives of both modes and
// of several orders, many lanes at once.

// Of equal blocks, each with parameters of its own: one function, and one for its derivative.
func.func private @block(%x: tensor<5xf64>, %w: tensor<5x5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> {
  %s = prim.dot_general %w, %x batching [] x [] contracting [1] x [0] : tensor<5x5xf64>, tensor<5xf64>
  %a = prim.add %s, %b : tensor<5xf64>
  %t = prim.tanh %a : tensor<5xf64>
  %y = prim.add %t, %x : tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func @equal_blocks(%x: tensor<5xf64>, %v: tensor<5x5xf64>, %w: tensor<5x5xf64>, %b: tensor<5xf64>) -> tensor<5xf64>
    attributes {cotan.calls = "keep", check.order = 3,
                check.numpy = "(lambda y: np.tanh(v @ y + b) + y)(np.tanh(w @ (np.tanh(v @ x + b) + x) + x) + (np.tanh(v @ x + b) + x))"} {
  %y = func.call @block(%x, %v, %b) : (tensor<5xf64>, tensor<5x5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %z = func.call @block(%y, %w, %x) : (tensor<5xf64>, tensor<5x5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %u = func.call @block(%z, %v, %b) : (tensor<5xf64>, tensor<5x5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %u : tensor<5xf64>
}

// Some operands and results carry no derivative, one result is an argument, one is given twice, one
// is a constant, and one is what the reverse reads.
func.func private @several(%n: tensor<i64>, %x: tensor<f64>, %w: tensor<40xf64>)
    -> (tensor<40xf64>, tensor<i64>, tensor<40xf64>, tensor<40xf64>, tensor<f64>, tensor<40xf64>) {
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %m = prim.add %n, %one : tensor<i64>
  %e = prim.exp %w : tensor<40xf64>
  %xs = prim.broadcast %x : tensor<f64> -> tensor<40xf64>
  %p = prim.mul %e, %xs : tensor<40xf64>
  return %p, %m, %w, %p, %two, %e : tensor<40xf64>, tensor<i64>, tensor<40xf64>, tensor<40xf64>, tensor<f64>, tensor<40xf64>
}
func.func @of_several_results(%n: tensor<i64> {check.value = dense<3> : tensor<i64>}, %x: tensor<f64>, %w: tensor<40xf64>) -> (tensor<40xf64>, tensor<i64>, tensor<f64>)
    attributes {cotan.calls = "keep", check.order = 3} {
  %c = prim.constant dense<0.5> : tensor<f64>
  %r:6 = func.call @several(%n, %c, %w)
    : (tensor<i64>, tensor<f64>, tensor<40xf64>) -> (tensor<40xf64>, tensor<i64>, tensor<40xf64>, tensor<40xf64>, tensor<f64>, tensor<40xf64>)
  %v = prim.sin %r#3 : tensor<40xf64>
  %s:6 = func.call @several(%r#1, %x, %v)
    : (tensor<i64>, tensor<f64>, tensor<40xf64>) -> (tensor<40xf64>, tensor<i64>, tensor<40xf64>, tensor<40xf64>, tensor<f64>, tensor<40xf64>)
  %q = prim.mul %s#0, %s#2 : tensor<40xf64>
  %u = prim.add %q, %s#5 : tensor<40xf64>
  %t = prim.mul %s#4, %x : tensor<f64>
  return %u, %s#1, %t : tensor<40xf64>, tensor<i64>, tensor<f64>
}

// The same operand twice, and a call in a call.
func.func private @product(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %s = prim.sin %x : tensor<f64>
  %p = prim.mul %s, %y : tensor<f64>
  return %p : tensor<f64>
}
func.func private @outer(%x: tensor<f64>, %unread: tensor<f64>) -> tensor<f64> {
  %p = func.call @product(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %q = func.call @product(%p, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %q : tensor<f64>
}
func.func @calls_in_calls(%x: tensor<f64>) -> tensor<f64>
    attributes {cotan.calls = "keep", check.order = 4, check.numpy = "(lambda f: np.sin(f(f(x))) * f(f(x)))(lambda x: np.sin(np.sin(x) * x) * x)"} {
  %a = func.call @outer(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %b = func.call @outer(%a, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %c = func.call @product(%b, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %c : tensor<f64>
}

// In branches and loops, which keep what the reverse takes.
func.func @calls_in_loops(%x: tensor<f64>) -> tensor<f64> attributes {cotan.calls = "keep", check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %turns = prim.constant dense<4> : tensor<i64>
  %half = prim.constant dense<0.5> : tensor<f64>
  %y = flow.for %zero to %turns step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %s: tensor<f64>) {
    %p = func.call @product(%s, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    %c = prim.lt %p, %half : tensor<f64>
    %r = flow.if %c : tensor<i1> -> tensor<f64> {
      %t = func.call @product(%p, %half) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %u = prim.add %t, %half : tensor<f64>
      flow.yield %u : tensor<f64>
    } else {
      %o = func.call @outer(%p, %s) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      flow.yield %o : tensor<f64>
    }
    flow.yield %r : tensor<f64>
  }
  return %y : tensor<f64>
}

// Loops and branches in the function: its frames lie on a stack.
func.func private @looping(%x: tensor<3xf64>, %w: tensor<3xf64>, %turns: tensor<i64>) -> tensor<3xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %y = flow.for %zero to %turns step %one : tensor<i64> carry(%x) : (tensor<3xf64>) -> (tensor<3xf64>)
  body(%i: tensor<i64>, %s: tensor<3xf64>) {
    %p = prim.mul %s, %w : tensor<3xf64>
    %c = prim.eq %i, %one : tensor<i64>
    %r = flow.if %c : tensor<i1> -> tensor<3xf64> {
      %t = prim.sin %p : tensor<3xf64>
      flow.yield %t : tensor<3xf64>
    } else {
      %e = prim.tanh %p : tensor<3xf64>
      flow.yield %e : tensor<3xf64>
    }
    flow.yield %r : tensor<3xf64>
  }
  %z = prim.mul %y, %y : tensor<3xf64>
  return %z : tensor<3xf64>
}
func.func @of_looping(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> attributes {cotan.calls = "keep", check.order = 3} {
  %three = prim.constant dense<3> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %y = func.call @looping(%x, %w, %three) : (tensor<3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<3xf64>
  %z = func.call @looping(%y, %x, %two) : (tensor<3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<3xf64>
  return %z : tensor<3xf64>
}

// Around a function that calls itself.
func.func private @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %unit = prim.constant dense<1.0> : tensor<f64>
  %more = prim.gt %n, %zero : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %p = func.call @power(%x, %m) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %q = prim.mul %p, %x : tensor<f64>
    flow.yield %q : tensor<f64>
  } else {
    flow.yield %unit : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func private @powers(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %p = func.call @power(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %s = prim.sin %p : tensor<f64>
  %q = func.call @power(%s, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %q : tensor<f64>
}
func.func @around_recursion(%x: tensor<f64>) -> tensor<f64> attributes {cotan.calls = "keep", check.order = 3} {
  %three = prim.constant dense<3> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %y = func.call @powers(%x, %three) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %z = func.call @powers(%y, %two) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %z : tensor<f64>
}

// Of open sizes.
func.func private @scaled(%x: tensor<?xf64>, %k: tensor<f64>) -> (tensor<?xf64>, tensor<f64>) {
  %e = prim.exp %x : tensor<?xf64>
  %s = prim.sum %e axes [0] : tensor<?xf64>
  %t = prim.mul %s, %k : tensor<f64>
  %m = prim.mul %e, %x : tensor<?xf64>
  return %m, %t : tensor<?xf64>, tensor<f64>
}
func.func @of_open_sizes(%x: tensor<?xf64> {check.shape = [4]}) -> (tensor<?xf64>, tensor<f64>) attributes {cotan.calls = "keep", check.order = 2} {
  %k = prim.constant dense<0.5> : tensor<f64>
  %y:2 = func.call @scaled(%x, %k) : (tensor<?xf64>, tensor<f64>) -> (tensor<?xf64>, tensor<f64>)
  %z:2 = func.call @scaled(%y#0, %y#1) : (tensor<?xf64>, tensor<f64>) -> (tensor<?xf64>, tensor<f64>)
  return %z#0, %z#1 : tensor<?xf64>, tensor<f64>
}

// What a function prints and asserts comes in its place, also if its results are not used.
func.func private @speaking(%x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %y = prim.mul %x, %x : tensor<f64>
  %c = prim.ge %y, %zero : tensor<f64>
  flow.print "y = {}" (%y) : tensor<f64>
  flow.assert %c, "y is {}" (%y) : tensor<i1>, tensor<f64>
  return %y : tensor<f64>
}
func.func @in_their_place(%x: tensor<f64>) -> tensor<f64> attributes {cotan.calls = "keep", check.order = 2} {
  %y = func.call @speaking(%x) : (tensor<f64>) -> tensor<f64>
  flow.print "between {}" (%y) : tensor<f64>
  %unused = func.call @speaking(%y) : (tensor<f64>) -> tensor<f64>
  %z = func.call @speaking(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

// A checkpoint in a function that stays, and one of it.
func.func private @wave(%x: tensor<4xf64>) -> tensor<4xf64> {
  %s = prim.sin %x : tensor<4xf64>
  %m = prim.mul %s, %x : tensor<4xf64>
  return %m : tensor<4xf64>
}
func.func private @with_checkpoint(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = func.call @wave(%x) {flow.checkpoint} : (tensor<4xf64>) -> tensor<4xf64>
  %e = prim.exp %y : tensor<4xf64>
  %z = func.call @wave(%e) : (tensor<4xf64>) -> tensor<4xf64>
  return %z : tensor<4xf64>
}
func.func @checkpoints_in_calls(%x: tensor<4xf64>) -> tensor<4xf64> attributes {cotan.calls = "keep", check.order = 3} {
  %y = func.call @with_checkpoint(%x) {flow.checkpoint} : (tensor<4xf64>) -> tensor<4xf64>
  %c = prim.cos %y : tensor<4xf64>
  %z = func.call @with_checkpoint(%c) : (tensor<4xf64>) -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// Nothing of a function that is linear need be kept, and nothing flows to one that is constant.
func.func private @linear(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %ones = prim.constant dense<1.0> : tensor<4xf64>
  %y = prim.add %x, %x : tensor<4xf64>
  return %y, %ones : tensor<4xf64>, tensor<4xf64>
}
func.func @linear_and_constant(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {cotan.calls = "keep", check.order = 2} {
  %y:2 = func.call @linear(%x) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %z:2 = func.call @linear(%y#1) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %s = prim.sin %y#0 : tensor<4xf64>
  %p = prim.mul %s, %z#0 : tensor<4xf64>
  return %p, %y#1 : tensor<4xf64>, tensor<4xf64>
}

// What all lanes share is called once for all of them, also where each lane chooses whether it is.
func.func private @tower(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = func.call @tower(%m, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
    %s = prim.mul %r, %x : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @shared_by_lanes(%i: tensor<i64> {check.range = [0, 2]},
                           %n: tensor<i64> {check.value = dense<3> : tensor<i64>, check.shared},
                           %x: tensor<f64> {check.shared}, %v: tensor<4xf64> {check.shared})
    -> tensor<4xf64> attributes {cotan.calls = "keep"} {
  %y = flow.switch %i : tensor<i64> -> tensor<4xf64>
  case {
    %s = func.call @wave(%v) : (tensor<4xf64>) -> tensor<4xf64>
    flow.yield %s : tensor<4xf64>
  } case {
    %t = func.call @tower(%n, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
    %s = prim.broadcast %t : tensor<f64> -> tensor<4xf64>
    flow.yield %s : tensor<4xf64>
  } case {
    flow.yield %v : tensor<4xf64>
  }
  return %y : tensor<4xf64>
}

// What a checkpoint or a rule gives goes to calls, and what calls give goes to them; in branches,
// loops and recursions.
func.func private @sine(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @ident(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @cube(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  %z = prim.mul %y, %x : tensor<f64>
  return %z : tensor<f64>
}
func.func private @cube_forward(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %z = func.call @cube(%x) : (tensor<f64>) -> tensor<f64>
  return %z, %x : tensor<f64>, tensor<f64>
}
func.func private @cube_reverse(%x: tensor<f64>, %dz: tensor<f64>) -> tensor<f64> {
  %three = prim.constant dense<3.0> : tensor<f64>
  %s = prim.mul %x, %x : tensor<f64>
  %t = prim.mul %s, %three : tensor<f64>
  %dx = prim.mul %t, %dz : tensor<f64>
  return %dx : tensor<f64>
}
func.func @of_checkpoints_and_rules(%x: tensor<f64>, %c: tensor<i1>) -> tensor<f64>
    attributes {cotan.calls = "keep", check.order = 3} {
  %a = func.call @sine(%x) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
  %b = func.call @sine(%a) : (tensor<f64>) -> tensor<f64>
  %d = flow.custom_call @cube(%b) forward @cube_forward reverse @cube_reverse : (tensor<f64>) -> tensor<f64>
  %z = flow.if %c : tensor<i1> -> tensor<f64> {
    %e = func.call @sine(%d) : (tensor<f64>) -> tensor<f64>
    %f = flow.custom_call @cube(%e) forward @cube_forward reverse @cube_reverse : (tensor<f64>) -> tensor<f64>
    flow.yield %f : tensor<f64>
  } else {
    %e = func.call @ident(%d) : (tensor<f64>) -> tensor<f64>
    %f = func.call @sine(%e) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
    flow.yield %f : tensor<f64>
  }
  %g = func.call @ident(%z) : (tensor<f64>) -> tensor<f64>
  return %g : tensor<f64>
}
func.func private @deeper(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %a = flow.custom_call @cube(%x) forward @cube_forward reverse @cube_reverse : (tensor<f64>) -> tensor<f64>
    %b = func.call @sine(%a) : (tensor<f64>) -> tensor<f64>
    %c = func.call @deeper(%b, %m) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    %s = prim.add %c, %a : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    %a = flow.for %zero to %one step %one : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
    body(%i: tensor<i64>, %v: tensor<f64>) {
      %c = func.call @sine(%v) {flow.checkpoint} : (tensor<f64>) -> tensor<f64>
      %d = func.call @ident(%c) : (tensor<f64>) -> tensor<f64>
      flow.yield %d : tensor<f64>
    }
    flow.yield %a : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @of_rules_in_recursions(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64>
    attributes {cotan.calls = "keep"} {
  %y = func.call @deeper(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  return %y : tensor<f64>
}
