// Functions as values: given, returned, chosen, captured, in loops, and differentiated. The
// interpreter keeps them as values, machine code does not; both must agree, to third order.
!map = !fn.fn<(tensor<f64>) -> tensor<f64>>
!of_map = !fn.fn<(!fn.fn<(tensor<f64>) -> tensor<f64>>, tensor<f64>) -> tensor<f64>>
!from_map = !fn.fn<(!fn.fn<(tensor<f64>) -> tensor<f64>>) -> !fn.fn<(tensor<f64>) -> tensor<f64>>>

func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func private @cube(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %x, %x : tensor<f64>
  %z = prim.mul %y, %x : tensor<f64>
  return %z : tensor<f64>
}
func.func private @sum(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %y = prim.add %a, %b : tensor<f64>
  return %y : tensor<f64>
}
func.func private @product(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %y = prim.mul %a, %b : tensor<f64>
  return %y : tensor<f64>
}
func.func private @wave(%x: tensor<f64>) -> tensor<f64> {
  %y = prim.sin %x : tensor<f64>
  return %y : tensor<f64>
}

// A function given to a function.
func.func private @twice(%f: !map, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %f(%x) : !map
  %z = fn.apply %f(%y) : !map
  return %z : tensor<f64>
}
func.func @higher_order(%x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @wave : !map
  %y = func.call @twice(%f, %x) : (!map, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
// One function that is given two others.
func.func @higher_order_twice(%x: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @wave : !map
  %g = fn.closure @product(%x) : (tensor<f64>) -> !map
  %y = func.call @twice(%f, %x) : (!map, tensor<f64>) -> tensor<f64>
  %z = func.call @twice(%g, %y) : (!map, tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

// The closures of the source: what adds 1, and what adds 2, to 3.
func.func private @adder(%k: tensor<f64>) -> !map {
  %f = fn.closure @sum(%k) : (tensor<f64>) -> !map
  return %f : !map
}
func.func @closures() {
  %one = prim.constant dense<1.0> : tensor<f64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %three = prim.constant dense<3.0> : tensor<f64>
  %f = func.call @adder(%one) : (tensor<f64>) -> !map
  %g = func.call @adder(%two) : (tensor<f64>) -> !map
  %y = fn.apply %f(%three) : !map
  %z = fn.apply %g(%three) : !map
  check.equal %y, dense<4.0> : tensor<f64>
  check.equal %z, dense<5.0> : tensor<f64>
  return
}

// A function of functions that returns one, and one of those.
func.func private @compose_at(%f: !map, %g: !map, %x: tensor<f64>) -> tensor<f64> {
  %y = fn.apply %g(%x) : !map
  %z = fn.apply %f(%y) : !map
  return %z : tensor<f64>
}
func.func private @compose(%f: !map, %g: !map) -> !map {
  %h = fn.closure @compose_at(%f, %g) : (!map, !map) -> !map
  return %h : !map
}
func.func @composed(%x: tensor<f64>, %k: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @wave : !map
  %g = fn.closure @product(%k) : (tensor<f64>) -> !map
  %h = func.call @compose(%f, %g) : (!map, !map) -> !map
  %i = func.call @compose(%h, %h) : (!map, !map) -> !map
  %j = func.call @compose(%i, %g) : (!map, !map) -> !map
  %y = fn.apply %j(%x) : !map
  return %y : tensor<f64>
}

// Church's two of two, of the wave: four times.
func.func private @two(%f: !map) -> !map {
  %t = fn.constant @twice : !of_map
  %g = fn.partial %t(%f) : (!of_map, !map) -> !map
  return %g : !map
}
func.func @church(%x: tensor<f64>) -> tensor<f64> {
  %two = fn.constant @two : !from_map
  %f = fn.constant @wave : !map
  %g = fn.apply %two(%f) : !from_map
  %h = fn.apply %two(%g) : !from_map
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// Chosen by data, called after: x < 0 ? x^2 : x^3.
func.func @chosen(%x: tensor<f64>) -> tensor<f64> attributes {check.kinks = "at 0"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %c = prim.lt %x, %zero : tensor<f64>
  %f = fn.constant @square : !map
  %g = fn.constant @cube : !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}
func.func @second_order_of_chosen() {
  %f = fn.constant @chosen : !map
  %df = fn.grad %f wrt [0] : !map
  %ddf = fn.grad %df wrt [0] : !map
  %a = prim.constant dense<-1.0> : tensor<f64>
  %b = prim.constant dense<1.0> : tensor<f64>
  %c = prim.constant dense<2.0> : tensor<f64>
  %x, %y, %z = fn.map %ddf(%a, %b, %c) : (!map, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<f64>, tensor<f64>, tensor<f64>)
  check.equal %x, dense<2.0> : tensor<f64>
  check.equal %y, dense<6.0> : tensor<f64>
  check.equal %z, dense<12.0> : tensor<f64>
  return
}
// By an index, also one that is outside; with what each has captured.
func.func @chosen_by_index(%i: tensor<i64> {check.value = dense<7> : tensor<i64>},
                           %x: tensor<f64>, %k: tensor<f64>) -> tensor<f64> {
  %f = fn.constant @wave : !map
  %g = fn.closure @product(%k) : (tensor<f64>) -> !map
  %h = fn.closure @sum(%x) : (tensor<f64>) -> !map
  %c = fn.switch %i, %f, %h, %g : tensor<i64>, !map
  %t = fn.constant @twice : !of_map
  %p = fn.partial %t(%c) : (!of_map, !map) -> !map
  %y = fn.apply %p(%x) : !map
  return %y : tensor<f64>
}
// A branch that returns one of two functions, one function with other values captured.
func.func @from_branch(%x: tensor<f64>, %k: tensor<f64>) -> tensor<f64>
    attributes {check.kinks = "where x is k"} {
  %c = prim.lt %x, %k : tensor<f64>
  %h = flow.if %c : tensor<i1> -> !map {
    %s = prim.exp %x : tensor<f64>
    %f = fn.closure @product(%s) : (tensor<f64>) -> !map
    flow.yield %f : !map
  } else {
    %f = fn.closure @product(%k) : (tensor<f64>) -> !map
    flow.yield %f : !map
  }
  %y = fn.apply %h(%x) : !map
  return %y : tensor<f64>
}

// A loop that carries a function; the next one captures what this one gives.
func.func @carried(%x: tensor<f64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>})
    -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %f = fn.constant @wave : !map
  %y, %h = flow.for %zero to %n step %one : tensor<i64> carry(%x, %f)
      : (tensor<f64>, !map) -> (tensor<f64>, !map)
  body(%i: tensor<i64>, %v: tensor<f64>, %k: !map) {
    %u = fn.apply %k(%v) : !map
    %dk = fn.grad %k wrt [0] : !map
    %w = fn.apply %dk(%u) : !map
    %s = prim.add %u, %w : tensor<f64>
    %next = fn.closure @product(%s) : (tensor<f64>) -> !map
    flow.yield %s, %next : tensor<f64>, !map
  }
  %z = fn.apply %h(%y) : !map
  return %z : tensor<f64>
}
// Two functions that swap places.
func.func @swapped(%x: tensor<f64>, %k: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<5> : tensor<i64>
  %a = fn.constant @wave : !map
  %b = fn.closure @product(%k) : (tensor<f64>) -> !map
  %y, %f, %g = flow.for %zero to %n step %one : tensor<i64> carry(%x, %a, %b)
      : (tensor<f64>, !map, !map) -> (tensor<f64>, !map, !map)
  body(%i: tensor<i64>, %v: tensor<f64>, %p: !map, %q: !map) {
    %u = fn.apply %p(%v) : !map
    flow.yield %u, %q, %p : tensor<f64>, !map, !map
  }
  return %y : tensor<f64>
}

// Recursion over functions: each level gives a function on, or another one.
func.func private @levels(%n: tensor<i64>, %f: !map, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %v = fn.apply %f(%x) : !map
    %g = fn.closure @product(%v) : (tensor<f64>) -> !map
    %r = func.call @levels(%m, %g, %v) : (tensor<i64>, !map, tensor<f64>) -> tensor<f64>
    %s = prim.add %r, %v : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    %v = fn.apply %f(%x) : !map
    flow.yield %v : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @recursion(%x: tensor<f64>) -> tensor<f64> {
  %n = prim.constant dense<3> : tensor<i64>
  %f = fn.constant @wave : !map
  %y = func.call @levels(%n, %f, %x) : (tensor<i64>, !map, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
// A fixed point: the function that is given itself.
func.func private @step(%self: !fn.fn<(tensor<i64>, tensor<f64>) -> tensor<f64>>,
                        %n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %r = fn.apply %self(%m, %x) : !fn.fn<(tensor<i64>, tensor<f64>) -> tensor<f64>>
    %s = prim.mul %r, %x : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    %s = prim.sin %x : tensor<f64>
    flow.yield %s : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func private @fix(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %self = fn.constant @fix : !fn.fn<(tensor<i64>, tensor<f64>) -> tensor<f64>>
  %y = func.call @step(%self, %n, %x)
      : (!fn.fn<(tensor<i64>, tensor<f64>) -> tensor<f64>>, tensor<i64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @fixed_point(%x: tensor<f64>) -> tensor<f64> {
  %n = prim.constant dense<3> : tensor<i64>
  %y = func.call @fix(%n, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// No perturbation confusion: d/dx x (d/dy (x + y) at 1) at 1, d/dx x (d/dy x y at 1) at 4.
func.func private @outer_of_sum(%x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %f = fn.closure @sum(%x) : (tensor<f64>) -> !map
  %df = fn.grad %f wrt [0] : !map
  %d = fn.apply %df(%one) : !map
  %y = prim.mul %x, %d : tensor<f64>
  return %y : tensor<f64>
}
func.func private @outer_of_product(%x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %f = fn.closure @product(%x) : (tensor<f64>) -> !map
  %df = fn.grad %f wrt [0] : !map
  %d = fn.apply %df(%one) : !map
  %y = prim.mul %x, %d : tensor<f64>
  return %y : tensor<f64>
}
func.func @perturbations() {
  %one = prim.constant dense<1.0> : tensor<f64>
  %four = prim.constant dense<4.0> : tensor<f64>
  %f = fn.constant @outer_of_sum : !map
  %df = fn.grad %f wrt [0] : !map
  %y = fn.apply %df(%one) : !map
  check.equal %y, dense<1.0> : tensor<f64>
  %g = fn.constant @outer_of_product : !map
  %dg = fn.grad %g wrt [0] : !map
  %z = fn.apply %dg(%four) : !map
  check.equal %z, dense<8.0> : tensor<f64>
  return
}

// Three times grad, of x^6 at 2.
func.func private @sixth(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @cube(%x) : (tensor<f64>) -> tensor<f64>
  %z = func.call @square(%y) : (tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
func.func @third_derivative() {
  %f = fn.constant @sixth : !map
  %df = fn.grad %f wrt [0] : !map
  %ddf = fn.grad %df wrt [0] : !map
  %dddf = fn.grad %ddf wrt [0] : !map
  %x = prim.constant dense<2.0> : tensor<f64>
  %y = fn.apply %dddf(%x) : !map
  check.equal %y, dense<960.0> : tensor<f64>
  return
}

// The derivative of a function that is given: grad of what takes a function, of what it has
// captured, and of a chosen one.
func.func private @slope(%f: !map, %x: tensor<f64>) -> tensor<f64> {
  %df = fn.grad %f wrt [0] : !map
  %y = fn.apply %df(%x) : !map
  return %y : tensor<f64>
}
func.func @slopes(%x: tensor<f64>, %k: tensor<f64>, %c: tensor<i1>) -> tensor<f64> {
  %f = fn.constant @wave : !map
  %g = fn.closure @product(%k) : (tensor<f64>) -> !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %t = func.call @two(%h) : (!map) -> !map
  %y = func.call @slope(%t, %x) : (!map, tensor<f64>) -> tensor<f64>
  %s = fn.closure @slope(%f) : (!map) -> !map
  %z = func.call @slope(%s, %y) : (!map, tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}

// Results with a pullback, which is called twice; and tangents. Several arguments and results.
func.func private @parts(%k: tensor<f64>, %x: tensor<3xf64>, %i: tensor<i64>)
    -> (tensor<3xf64>, tensor<i64>, tensor<f64>) {
  %b = prim.broadcast %k : tensor<f64> -> tensor<3xf64>
  %y = prim.mul %b, %x : tensor<3xf64>
  %z = prim.sin %y : tensor<3xf64>
  %s = prim.sum %z axes [0] : tensor<3xf64>
  return %z, %i, %s : tensor<3xf64>, tensor<i64>, tensor<f64>
}
!parts = !fn.fn<(tensor<3xf64>, tensor<i64>) -> (tensor<3xf64>, tensor<i64>, tensor<f64>)>
!pullback = !fn.fn<(tensor<3xf64>, tensor<f64>) -> tensor<3xf64>>
func.func @pullback(%k: tensor<f64>, %x: tensor<3xf64>, %i: tensor<i64> {check.value = dense<3> : tensor<i64>},
                     %v: tensor<3xf64>)
    -> tensor<3xf64> {
  %f = fn.closure @parts(%k) : (tensor<f64>) -> !parts
  %g = fn.vjp %f wrt [0] : !parts
  %y:4 = fn.apply %g(%x, %i) : !fn.fn<(tensor<3xf64>, tensor<i64>)
      -> (tensor<3xf64>, tensor<i64>, tensor<f64>, !pullback)>
  %d = fn.apply %y#3(%v, %y#2) : !pullback
  %e = fn.apply %y#3(%d, %k) : !pullback
  %s = prim.add %e, %y#0 : tensor<3xf64>
  return %s : tensor<3xf64>
}
func.func @tangents(%k: tensor<f64>, %x: tensor<3xf64>, %i: tensor<i64> {check.value = dense<3> : tensor<i64>},
                     %v: tensor<3xf64>)
    -> tensor<3xf64> {
  %f = fn.closure @parts(%k) : (tensor<f64>) -> !parts
  %g = fn.jvp %f wrt [0] : !parts
  %y:5 = fn.apply %g(%x, %i, %v) : !fn.fn<(tensor<3xf64>, tensor<i64>, tensor<3xf64>)
      -> (tensor<3xf64>, tensor<i64>, tensor<f64>, tensor<3xf64>, tensor<f64>)>
  %b = prim.broadcast %y#4 : tensor<f64> -> tensor<3xf64>
  %s = prim.add %y#3, %b : tensor<3xf64>
  return %s : tensor<3xf64>
}

// A map over nests: two leaves, two nests; and nests without leaves.
func.func private @both(%a: tensor<f64>, %b: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %c = prim.broadcast %a : tensor<f64> -> tensor<3xf64>
  %y = prim.mul %b, %c : tensor<3xf64>
  %s = prim.sum %y axes [0] : tensor<3xf64>
  return %y, %s : tensor<3xf64>, tensor<f64>
}
!both = !fn.fn<(tensor<f64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>)>
func.func @nests(%a: tensor<f64>, %b: tensor<f64>, %x: tensor<3xf64>, %y: tensor<3xf64>)
    -> tensor<3xf64> {
  %f = fn.constant @both : !both
  %r:4 = fn.map %f(%a, %b, %x, %y) : (!both, tensor<f64>, tensor<f64>, tensor<3xf64>, tensor<3xf64>)
      -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<f64>)
  fn.map %f() : (!both) -> ()
  %s = prim.broadcast %r#3 : tensor<f64> -> tensor<3xf64>
  %t = prim.mul %r#0, %s : tensor<3xf64>
  %u = prim.add %t, %r#1 : tensor<3xf64>
  return %u : tensor<3xf64>
}

// Sizes that are open, captured by one of two.
func.func private @dot(%w: tensor<?xf64>, %x: tensor<f64>) -> tensor<f64> {
  %s = prim.sum %w axes [0] : tensor<?xf64>
  %y = prim.mul %s, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @open_sizes(%w: tensor<?xf64> {check.shape = [4]}, %x: tensor<f64>,
                      %c: tensor<i1> {check.value = dense<true> : tensor<i1>}) -> tensor<f64> {
  %f = fn.closure @dot(%w) : (tensor<?xf64>) -> !map
  %g = fn.constant @wave : !map
  %h = fn.switch %c, %f, %g : tensor<i1>, !map
  %t = func.call @two(%h) : (!map) -> !map
  %y = fn.apply %t(%x) : !map
  return %y : tensor<f64>
}

// Blocks that hand functions to each other.
func.func @blocks(%x: tensor<f64>, %k: tensor<f64>) -> tensor<f64>
    attributes {check.kinks = "where x is k"} {
  %f = fn.constant @wave : !map
  %g = fn.closure @product(%k) : (tensor<f64>) -> !map
  %c = prim.lt %x, %k : tensor<f64>
  %b = tensor.extract %c[] : tensor<i1>
  cf.cond_br %b, ^end(%f : !map), ^other(%g : !map)
^other(%h: !map):
  %y = fn.apply %h(%x) : !map
  %i = fn.closure @product(%y) : (tensor<f64>) -> !map
  cf.br ^end(%i : !map)
^end(%e: !map):
  %z = fn.apply %e(%x) : !map
  return %z : tensor<f64>
}
