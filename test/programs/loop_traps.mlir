// Loops on which rewrites of while loops go wrong that mix up what `cond` gets, what it hands on and
// what the loop results in. MLIR's own canonicalization of scf.while fails on some.

// `cond` exchanges the variables: the results are exchanged once more than the body ran.
func.func @cond_exchanges(%n: tensor<i64> {check.value = dense<3> : tensor<i64>},
                          %x: tensor<f64>, %y: tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<i64>)
    attributes {check.numpy = "x, y, n"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:3 = flow.while (%x, %y, %zero) : (tensor<f64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<f64>, tensor<i64>)
  cond(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %b, %a, %i : tensor<f64>, tensor<f64>, tensor<i64>
  } body(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i64>) {
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %a, %b, %j : tensor<f64>, tensor<f64>, tensor<i64>
  }
  return %r#0, %r#1, %r#2 : tensor<f64>, tensor<f64>, tensor<i64>
}

// `cond` hands on what it computes; the body starts again from that.
func.func @cond_computes(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>}) -> (tensor<f64>, tensor<f64>)
    attributes {check.numpy = "((x**2 + 1)**2 + 1)**2, x**2 + 1"} {
  %limit = prim.constant dense<20.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%x, %x) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %b: tensor<f64>) {
    %square = prim.mul %a, %a : tensor<f64>
    %more = prim.lt %square, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %square, %b : tensor<f64>, tensor<f64>
  } body(%a: tensor<f64>, %b: tensor<f64>) {
    %next = prim.add %a, %one : tensor<f64>
    %first = prim.mul %x, %x : tensor<f64>
    %second = prim.add %first, %one : tensor<f64>
    flow.yield %next, %second : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// The last value `cond` hands on is not the last one the body sees.
func.func @results_beyond_the_body(%n: tensor<i64> {check.value = dense<2> : tensor<i64>})
    -> (tensor<i64>, tensor<i64>) attributes {check.numpy = "20, 2"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %ten = prim.constant dense<10> : tensor<i64>
  %r:2 = flow.while (%zero, %zero) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  cond(%i: tensor<i64>, %last: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    %tenfold = prim.mul %i, %ten : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %tenfold, %i : tensor<i64>, tensor<i64>
  } body(%tenfold: tensor<i64>, %i: tensor<i64>) {
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %j, %tenfold : tensor<i64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// The same value handed on twice from variables that differ afterwards.
func.func @handed_on_twice(%n: tensor<i64> {check.value = dense<3> : tensor<i64>}, %x: tensor<f64>)
    -> (tensor<f64>, tensor<f64>) attributes {check.numpy = "x * 8, x * 8"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:3 = flow.while (%x, %x, %zero) : (tensor<f64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<f64>, tensor<i64>)
  cond(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %a, %i : tensor<f64>, tensor<f64>, tensor<i64>
  } body(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i64>) {
    %j = prim.add %i, %one : tensor<i64>
    %c = prim.add %a, %b : tensor<f64>
    %d = prim.mul %a, %b : tensor<f64>
    flow.yield %c, %d, %j : tensor<f64>, tensor<f64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// The condition does not depend on the variables, but on a stack.
func.func @drains_a_stack(%n: tensor<i64> {check.value = dense<3> : tensor<i64>, check.shared}, %x: tensor<f64>)
    -> tensor<f64> attributes {check.no_gradient, check.numpy = "x**4"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    flow.push_back %s, %x : tensor<f64>
    flow.yield
  }
  %r = flow.while (%x) : (tensor<f64>) -> tensor<f64>
  cond(%a: tensor<f64>) {
    %empty = flow.is_empty %s
    %more = prim.not %empty : tensor<i1>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %v = flow.pop_back %s : tensor<f64>
    %b = prim.mul %a, %v : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// Two names of one stack: a pop by one of them sees the push by the other.
func.func @one_stack_by_two_names(%n: tensor<i64> {check.value = dense<3> : tensor<i64>, check.shared}, %x: tensor<f64>)
    -> tensor<f64> attributes {check.no_gradient, check.numpy = "x * 8"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%s, %s) : (!flow.stack, !flow.stack) -> (!flow.stack, !flow.stack)
  body(%i: tensor<i64>, %s1: !flow.stack, %s2: !flow.stack) {
    %v = flow.pop_back %s1 : tensor<f64>
    %w = prim.add %v, %v : tensor<f64>
    flow.push_back %s2, %w : tensor<f64>
    flow.yield %s2, %s1 : !flow.stack, !flow.stack
  }
  %y = flow.pop_back %r#1 : tensor<f64>
  return %y : tensor<f64>
}

// What leaves the loop for one variable is another: its memory ends with the loop, and the loop of the
// derivative in batches writes it again. A random program, made smaller: its name decides what is batched.
func.func @program650(%f1: tensor<f64> {check.value = dense<-9.16013517598689764e-01> : tensor<f64>}, %f2: tensor<f64> {check.value = dense<1.23785906534180867e+00> : tensor<f64>}, %v3: tensor<3xf64> {check.value = dense<[-1.69023766133115538e-01, -5.79914634637779369e-01, -9.14149607500864048e-01]> : tensor<3xf64>}, %i4: tensor<i64> {check.value = dense<0> : tensor<i64>}) -> (tensor<3xf64>)
    attributes {check.f64_only, check.tolerance = 1.0e-7} {
  %f5 = prim.constant dense<-5.18511328420129480e-01> : tensor<f64>
  %f6 = prim.cos %f5 : tensor<f64>
  %f7 = prim.exp %f6 : tensor<f64>
  %f8 = prim.add %f1, %f7 : tensor<f64>
  %f36, %v37, %f38, %v39 = flow.while (%f1, %v3, %f8, %v3) : (tensor<f64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>)
  cond(%f9: tensor<f64>, %v10: tensor<3xf64>, %f11: tensor<f64>, %v12: tensor<3xf64>) {
    %b14 = prim.lt %f9, %f8 : tensor<f64>
    flow.cond_yield %b14 : tensor<i1>, %f9, %v12, %f11, %v12 : tensor<f64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>
  } body(%f15: tensor<f64>, %v16: tensor<3xf64>, %f17: tensor<f64>, %v18: tensor<3xf64>) {
    %v19 = prim.cos %v18 : tensor<3xf64>
    %f22 = prim.constant dense<6.32471030976959447e-01> : tensor<f64>
    %f28 = prim.sin %f5 : tensor<f64>
    %f29 = prim.square %f28 : tensor<f64>
    %f30 = prim.constant dense<2.99999999999999989e-01> : tensor<f64>
    %f31 = prim.add %f29, %f30 : tensor<f64>
    %f32 = prim.add %f15, %f31 : tensor<f64>
    %v33 = prim.tanh %v19 : tensor<3xf64>
    %f34 = prim.cos %f31 : tensor<f64>
    %v35 = prim.tanh %v19 : tensor<3xf64>
    flow.yield %f32, %v33, %f34, %v35 : tensor<f64>, tensor<3xf64>, tensor<f64>, tensor<3xf64>
  }
  check.close %v39, dense<[6.60309390465214641e-01, 6.59184746123831156e-01, 6.57315715486807672e-01]> : tensor<3xf64> {rtol = 1.0e-9, atol = 1.0e-9}
  return %v39 : tensor<3xf64>
}

// No turn of the loop asks for a shape that does not fit.
func.func @no_turn_with_a_wrong_shape(%x: tensor<6xf64>, %shape: tensor<2xi64> {check.value = dense<[3, 2]> : tensor<2xi64>},
    %n: tensor<i64> {check.value = dense<0> : tensor<i64>}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.zeros((2, 3))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<2x3xf64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  body(%i: tensor<i64>, %a: tensor<2x3xf64>) {
    %p = prim.reshape %x to %shape : tensor<6xf64>, tensor<2xi64> -> tensor<2x3xf64>
    flow.yield %p : tensor<2x3xf64>
  }
  return %r : tensor<2x3xf64>
}
