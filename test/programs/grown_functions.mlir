// Functions that grow while the program runs: how often one is in the other, or of which order a
// derivative it is, is known only then. Compiled, they are rows (src/cotan/closures/environments.h),
// and as many derivatives as are needed (unroll_derived.h); the interpreter keeps them as values.

!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
!numeral = !fn.fn<(!fn.fn<(tensor<f64>) -> tensor<f64>>) -> !fn.fn<(tensor<f64>) -> tensor<f64>>>

func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}

func.func private @wave_of(%h: !map, %k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %h(%x) : !map
  %s = prim.sin %y : tensor<f64>
  %z = prim.mul %s, %k : tensor<f64>
  return %z : tensor<f64>
}

// Function composition, n times.
func.func @composed(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @square : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %c = fn.closure @wave_of(%g, %k) : (!map, tensor<f64>) -> !map
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// The function grows and is applied in each turn, of a loop that data ends.
func.func @applied_in_turns(%x: tensor<f64>, %k: tensor<f64>) -> tensor<f64> {
  %limit = prim.constant dense<3.0> : tensor<f64>
  %f = fn.constant @square : !map
  %start = prim.constant dense<0.0> : tensor<f64>
  %last:2 = flow.while (%f, %start) : (!map, tensor<f64>) -> (!map, tensor<f64>)
  cond(%g: !map, %sum: tensor<f64>) {
    %more = prim.lt %sum, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %g, %sum : !map, tensor<f64>
  } body(%g: !map, %sum: tensor<f64>) {
    %c = fn.closure @wave_of(%g, %sum) : (!map, tensor<f64>) -> !map
    %y = fn.apply %c(%x) : !map
    %z = prim.mul %y, %y : tensor<f64>
    %one = prim.constant dense<1.0> : tensor<f64>
    %w = prim.add %z, %one : tensor<f64>
    %next = prim.add %sum, %w : tensor<f64>
    flow.yield %c, %next : !map, tensor<f64>
  }
  %y = fn.apply %last#0(%k) : !map
  %z = prim.add %y, %last#1 : tensor<f64>
  return %z : tensor<f64>
}

// Two kinds by turns, made in a branch; they capture a vector, a number and a truth value.
func.func private @dot_of(%h: !map, %w: tensor<3xf64>, %i: tensor<i64>, %c: tensor<i1>, %x: tensor<f64>)
    -> tensor<f64> {
  %y = fn.apply %h(%x) : !map
  %b = prim.broadcast %y : tensor<f64> -> tensor<3xf64>
  %p = prim.mul %b, %w : tensor<3xf64>
  %t = prim.tanh %p : tensor<3xf64>
  %s = prim.sum %t axes [0] : tensor<3xf64>
  %n = prim.cast %i : tensor<i64> -> tensor<f64>
  %m = prim.mul %s, %n : tensor<f64>
  %r = prim.where %c, %m, %s : tensor<f64>
  return %r : tensor<f64>
}
func.func @two_kinds(%x: tensor<f64>, %w: tensor<3xf64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  %f = fn.constant @square : !map
  %h = flow.for %zero to %five step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %r = prim.remainder %i, %two : tensor<i64>
    %even = prim.eq %r, %zero : tensor<i64>
    %c = flow.if %even : tensor<i1> -> (!map) {
      %a = fn.closure @wave_of(%g, %x) : (!map, tensor<f64>) -> !map
      flow.yield %a : !map
    } else {
      %small = prim.lt %i, %two : tensor<i64>
      %a = fn.closure @dot_of(%g, %w, %i, %small) : (!map, tensor<3xf64>, tensor<i64>, tensor<i1>) -> !map
      flow.yield %a : !map
    }
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// A tree of functions: each captures two.
func.func private @product_of(%f: !map, %g: !map, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %f(%x) : !map
  %s = prim.sin %y : tensor<f64>
  %z = fn.apply %g(%s) : !map
  %p = prim.mul %y, %z : tensor<f64>
  return %p : tensor<f64>
}
func.func private @tree(%n: tensor<i64>, %k: tensor<f64>) -> !map {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %h = flow.if %more : tensor<i1> -> (!map) {
    %m = prim.sub %n, %one : tensor<i64>
    %s = prim.sin %k : tensor<f64>
    %f = func.call @tree(%m, %s) : (tensor<i64>, tensor<f64>) -> !map
    %g = func.call @tree(%m, %k) : (tensor<i64>, tensor<f64>) -> !map
    %c = fn.closure @product_of(%f, %g) : (!map, !map) -> !map
    flow.yield %c : !map
  } else {
    %c = fn.closure @product(%k) : (tensor<f64>) -> !map
    flow.yield %c : !map
  }
  return %h : !map
}
func.func private @product(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %a, %b : tensor<f64>
  return %y : tensor<f64>
}
func.func @tree_of_functions(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>})
    -> tensor<f64> {
  %h = func.call @tree(%n, %k) : (tensor<i64>, tensor<f64>) -> !map
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// Continuation-passing style: x^n with what is still to be done as a function.
func.func private @times(%k: !map, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.mul %x, %y : tensor<f64>
  %r = fn.apply %k(%z) : !map
  return %r : tensor<f64>
}
func.func private @power_to(%x: tensor<f64>, %n: tensor<i64>, %k: !map) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> (tensor<f64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %next = fn.closure @times(%k, %x) : (!map, tensor<f64>) -> !map
    %r = func.call @power_to(%x, %m, %next) : (tensor<f64>, tensor<i64>, !map) -> tensor<f64>
    flow.yield %r : tensor<f64>
  } else {
    %s = prim.sin %x : tensor<f64>
    %r = fn.apply %k(%s) : !map
    flow.yield %r : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @continuations(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<4> : tensor<i64>}) -> tensor<f64> {
  %k = fn.constant @square : !map
  %y = func.call @power_to(%x, %n, %k) : (tensor<f64>, tensor<i64>, !map) -> tensor<f64>
  return %y : tensor<f64>
}

// A number as a function of functions, as large as data says: n times f.
func.func private @composed_of(%f: !map, %g: !map, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %f(%x) : !map
  %z = fn.apply %g(%y) : !map
  return %z : tensor<f64>
}
func.func private @none(%f: !map) -> !map {
  %id = fn.constant @same : !map
  return %id : !map
}
func.func private @same(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func private @successor(%n: !numeral, %f: !map) -> !map {
  %g = fn.apply %n(%f) : !numeral
  %c = fn.closure @composed_of(%f, %g) : (!map, !map) -> !map
  return %c : !map
}
func.func @numeral(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = fn.constant @none : !numeral
  %number = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (!numeral) -> (!numeral)
  body(%i: tensor<i64>, %m: !numeral) {
    %next = fn.closure @successor(%m) : (!numeral) -> !numeral
    flow.yield %next : !numeral
  }
  %f = fn.closure @waved(%k) : (tensor<f64>) -> !map
  %h = fn.apply %number(%f) : !numeral
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func private @waved(%k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %s = prim.sin %x : tensor<f64>
  %y = prim.mul %s, %k : tensor<f64>
  return %y : tensor<f64>
}

// The derivative of a function whose depth data says, in the loop that builds it.
func.func @slopes(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @square : !map
  %h, %y = flow.for %zero to %n step %one : tensor<i64> carry(%f, %k) : (!map, tensor<f64>) -> (!map, tensor<f64>)
  body(%i: tensor<i64>, %g: !map, %a: tensor<f64>) {
    %c = fn.closure @wave_of(%g, %a) : (!map, tensor<f64>) -> !map
    %dc = fn.grad %c wrt [0] : !map
    %b = fn.apply %dc(%x) : !map
    flow.yield %c, %b : !map, tensor<f64>
  }
  return %y : tensor<f64>
}

// In a function that is called twice, once in a branch, with a checkpoint.
func.func private @grown(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @square : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %c = fn.closure @wave_of(%g, %x) : (!map, tensor<f64>) -> !map
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func @in_callees(%x: tensor<f64>, %c: tensor<i1>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64> {
  %y = func.call @grown(%x, %n) {flow.checkpoint} : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %z = flow.if %c : tensor<i1> -> (tensor<f64>) {
    %v = func.call @grown(%y, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
    flow.yield %v : tensor<f64>
  } else {
    flow.yield %y : tensor<f64>
  }
  return %z : tensor<f64>
}

// sin(k x), differentiated n times.
func.func private @wave(%k: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %p = prim.mul %k, %x : tensor<f64>
  %s = prim.sin %p : tensor<f64>
  return %s : tensor<f64>
}
func.func private @derivative(%n: tensor<i64>, %f: !map, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %d = fn.grad %g wrt [0] : !map
    flow.yield %d : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func @differentiated(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>})
    -> tensor<f64> {
  %f = fn.closure @wave(%k) : (tensor<f64>) -> !map
  %y = func.call @derivative(%n, %f, %x) : (tensor<i64>, !map, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// A directional derivative, in turns with a function that is composed.
func.func private @along(%h: !map, %v: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %j = fn.jvp %h wrt [0] : !map
  %y:2 = fn.apply %j(%x, %v) : !fn.fn<(tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)>
  return %y#1 : tensor<f64>
}
func.func @along_directions(%x: tensor<f64>, %v: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>})
    -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @square : !map
  %h = flow.for %zero to %n step %one : tensor<i64> carry(%f) : (!map) -> (!map)
  body(%i: tensor<i64>, %g: !map) {
    %first = prim.eq %i, %one : tensor<i64>
    %c = flow.if %first : tensor<i1> -> (!map) {
      %a = fn.closure @along(%g, %v) : (!map, tensor<f64>) -> !map
      flow.yield %a : !map
    } else {
      %a = fn.closure @wave_of(%g, %v) : (!map, tensor<f64>) -> !map
      flow.yield %a : !map
    }
    flow.yield %c : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// A function that calls derivatives of itself, as often as data says.
func.func private @again(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> (tensor<f64>) {
    %m = prim.sub %n, %one : tensor<i64>
    %f = fn.closure @again(%m) : (tensor<i64>) -> !map
    %df = fn.grad %f wrt [0] : !map
    %v = fn.apply %df(%x) : !map
    %w = prim.mul %v, %x : tensor<f64>
    flow.yield %w : tensor<f64>
  } else {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @derivatives_of_itself(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64> {
  %y = func.call @again(%n, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// A block that branches, and calls no function value itself.
func.func private @between(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.lt %zero, %x : tensor<f64>
  %c = tensor.extract %positive[] : tensor<i1>
  cf.cond_br %c, ^yes, ^no
^yes:
  %y = func.call @grown(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  cf.br ^end(%y : tensor<f64>)
^no:
  cf.br ^end(%x : tensor<f64>)
^end(%z: tensor<f64>):
  return %z : tensor<f64>
}
func.func @in_blocks(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64> {
  %y = func.call @between(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %f = fn.closure @between(%y, %n) : (tensor<f64>, tensor<i64>) -> !fn.fn<() -> tensor<f64>>
  %z = fn.apply %f() : !fn.fn<() -> tensor<f64>>
  return %z : tensor<f64>
}
