// Recursion, loops and branches for the forms of `cotan translate`. What each gives is what
// `cotan run` gives; the checks say it once more where it is known.

func.func @fibonacci(%n: tensor<i64> {check.value = dense<9> : tensor<i64>}) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %isSmall = prim.lt %n, %two : tensor<i64>
  %r = flow.if %isSmall : tensor<i1> -> tensor<i64> {
    flow.yield %n : tensor<i64>
  } else {
    %a = prim.sub %n, %one : tensor<i64>
    %b = prim.sub %n, %two : tensor<i64>
    %p = func.call @fibonacci(%a) : (tensor<i64>) -> tensor<i64>
    %q = func.call @fibonacci(%b) : (tensor<i64>) -> tensor<i64>
    %s = prim.add %p, %q : tensor<i64>
    flow.yield %s : tensor<i64>
  }
  return %r : tensor<i64>
}
func.func @fibonacci_of_nine_is_34() {
  %n = prim.constant dense<9> : tensor<i64>
  %y = func.call @fibonacci(%n) : (tensor<i64>) -> tensor<i64>
  check.equal %y, dense<34> : tensor<i64>
  return
}

// A tail call, from one to the other.
func.func private @even(%n: tensor<i64>) -> tensor<i1> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %yes = prim.constant dense<true> : tensor<i1>
  %ends = prim.eq %n, %zero : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<i1> {
    flow.yield %yes : tensor<i1>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %o = func.call @odd(%m) : (tensor<i64>) -> tensor<i1>
    flow.yield %o : tensor<i1>
  }
  return %r : tensor<i1>
}
func.func private @odd(%n: tensor<i64>) -> tensor<i1> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %no = prim.constant dense<false> : tensor<i1>
  %ends = prim.eq %n, %zero : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<i1> {
    flow.yield %no : tensor<i1>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %e = func.call @even(%m) : (tensor<i64>) -> tensor<i1>
    flow.yield %e : tensor<i1>
  }
  return %r : tensor<i1>
}
func.func @by_turns(%n: tensor<i64> {check.value = dense<301> : tensor<i64>}) -> (tensor<i1>, tensor<i1>) {
  %e = func.call @even(%n) : (tensor<i64>) -> tensor<i1>
  %o = func.call @odd(%n) : (tensor<i64>) -> tensor<i1>
  return %e, %o : tensor<i1>, tensor<i1>
}

func.func @ackermann(%m: tensor<i64> {check.value = dense<2> : tensor<i64>},
                     %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %m_ends = prim.eq %m, %zero : tensor<i64>
  %r = flow.if %m_ends : tensor<i1> -> tensor<i64> {
    %s = prim.add %n, %one : tensor<i64>
    flow.yield %s : tensor<i64>
  } else {
    %less = prim.sub %m, %one : tensor<i64>
    %n_ends = prim.eq %n, %zero : tensor<i64>
    %t = flow.if %n_ends : tensor<i1> -> tensor<i64> {
      %u = func.call @ackermann(%less, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      flow.yield %u : tensor<i64>
    } else {
      %k = prim.sub %n, %one : tensor<i64>
      %v = func.call @ackermann(%m, %k) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %w = func.call @ackermann(%less, %v) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      flow.yield %w : tensor<i64>
    }
    flow.yield %t : tensor<i64>
  }
  return %r : tensor<i64>
}

// The product of the primes up to n: a loop that is left early, in a function that calls itself.
func.func private @is_prime(%n: tensor<i64>) -> tensor<i1> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %k = flow.while (%two) : (tensor<i64>) -> (tensor<i64>)
  cond(%i: tensor<i64>) {
    %rest = prim.remainder %n, %i : tensor<i64>
    %more = prim.ne %rest, %zero : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i : tensor<i64>
  } body(%i: tensor<i64>) {
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %j : tensor<i64>
  }
  %r = prim.eq %k, %n : tensor<i64>
  return %r : tensor<i1>
}
func.func @product_of_primes(%n: tensor<i64> {check.value = dense<12> : tensor<i64>}) -> tensor<i64> {
  %one = prim.constant dense<1> : tensor<i64>
  %ends = prim.le %n, %one : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<i64> {
    flow.yield %one : tensor<i64>
  } else {
    %m = prim.sub %n, %one : tensor<i64>
    %p = func.call @is_prime(%n) : (tensor<i64>) -> tensor<i1>
    %q = func.call @product_of_primes(%m) : (tensor<i64>) -> tensor<i64>
    %s = flow.if %p : tensor<i1> -> tensor<i64> {
      %t = prim.mul %n, %q : tensor<i64>
      flow.yield %t : tensor<i64>
    } else {
      flow.yield %q : tensor<i64>
    }
    flow.yield %s : tensor<i64>
  }
  return %r : tensor<i64>
}

// Each turn exchanges two carries and moves a third: all of them change at once.
func.func @carries_swap(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>)
    -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<7> : tensor<i64>
  %r:3 = flow.for %zero to %n step %one : tensor<i64> carry(%a, %b, %c)
      : (tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %x: tensor<f64>, %y: tensor<f64>, %z: tensor<f64>) {
    %s = prim.add %x, %z : tensor<f64>
    flow.yield %y, %x, %s : tensor<f64>, tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1, %r#2 : tensor<f64>, tensor<f64>, tensor<f64>
}

func.func @no_turn(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %never = prim.constant dense<false> : tensor<i1>
  %r = flow.for %one to %zero step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %b = prim.add %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  %s = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %h = prim.sin %a : tensor<f64>
    flow.cond_yield %never : tensor<i1>, %h : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return %r, %s : tensor<f64>, tensor<f64>
}

// The loop within takes as many turns as the one around has done.
func.func @loops_within_loops(%n: tensor<i64> {check.value = dense<5> : tensor<i64>}) -> (tensor<i64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%zero, %one) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  body(%i: tensor<i64>, %sum: tensor<i64>, %product: tensor<i64>) {
    %s = flow.for %zero to %i step %one : tensor<i64> carry(%sum) : (tensor<i64>) -> (tensor<i64>)
    body(%j: tensor<i64>, %t: tensor<i64>) {
      %u = prim.mul %i, %j : tensor<i64>
      %v = prim.add %t, %u : tensor<i64>
      flow.yield %v : tensor<i64>
    }
    %p = prim.add %product, %s : tensor<i64>
    flow.yield %s, %p : tensor<i64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// An index outside takes the nearest case, whatever its type.
func.func private @choose(%i: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %r = flow.switch %i : tensor<i64> -> tensor<f64>
  case { flow.yield %x : tensor<f64> }
  case {
    %a = prim.sin %x : tensor<f64>
    flow.yield %a : tensor<f64>
  }
  case {
    %a = prim.exp %x : tensor<f64>
    flow.yield %a : tensor<f64>
  }
  return %r : tensor<f64>
}
func.func @index_outside(%x: tensor<f64>, %small: tensor<i8> {check.value = dense<-3> : tensor<i8>},
    %large: tensor<ui8> {check.value = dense<200> : tensor<ui8>},
    %huge: tensor<ui64> {check.value = dense<18446744073709551615> : tensor<ui64>})
    -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
  %below = prim.constant dense<-1> : tensor<i64>
  %first = prim.constant dense<0> : tensor<i64>
  %above = prim.constant dense<9> : tensor<i64>
  %a = func.call @choose(%below, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  %b = func.call @choose(%first, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  %c = func.call @choose(%above, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  %d = flow.switch %small : tensor<i8> -> tensor<f64>
  case { flow.yield %a : tensor<f64> }
  case { flow.yield %c : tensor<f64> }
  %e = flow.switch %large : tensor<ui8> -> tensor<f64>
  case { flow.yield %a : tensor<f64> }
  case { flow.yield %c : tensor<f64> }
  %f = flow.switch %huge : tensor<ui64> -> tensor<f64>
  case { flow.yield %a : tensor<f64> }
  case { flow.yield %c : tensor<f64> }
  %g = flow.switch %huge : tensor<ui64> -> tensor<f64>
  case { flow.yield %a : tensor<f64> }
  return %a, %b, %c, %d, %e, %f, %g : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

// Functions without results are called for what they print, and before what comes later.
func.func private @say(%x: tensor<i64>, %y: tensor<i64>) {
  flow.print "{} and {{{}}} in end" (%x, %y) : tensor<i64>, tensor<i64>
  return
}
func.func private @both(%x: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %two = prim.add %x, %x : tensor<i64>
  func.call @say(%x, %two) : (tensor<i64>, tensor<i64>) -> ()
  return %two, %x : tensor<i64>, tensor<i64>
}
func.func @several_results_and_none(%x: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<i64>, tensor<i64>) {
  flow.print "first, \22quoted\22 \\ and%#1 )(\0Aon two lines"
  %r:2 = func.call @both(%x) : (tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %s:2 = func.call @both(%r#0) : (tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %pure = prim.mul %s#0, %r#1 : tensor<i64>
  func.call @say(%pure, %s#1) : (tensor<i64>, tensor<i64>) -> ()
  return %s#1, %pure : tensor<i64>, tensor<i64>
}

// Steps of all kinds, up to the last number of a type; the sums tell the order of the indices.
func.func private @indices(%lower: tensor<i8>, %upper: tensor<i8>, %step: tensor<i8>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %r:2 = flow.for %lower to %upper step %step : tensor<i8> carry(%zero, %one) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  body(%i: tensor<i8>, %sum: tensor<i64>, %weight: tensor<i64>) {
    %w = prim.cast %i : tensor<i8> -> tensor<i64>
    %x = prim.mul %w, %weight : tensor<i64>
    %s = prim.add %sum, %x : tensor<i64>
    %t = prim.add %weight, %three : tensor<i64>
    flow.yield %s, %t : tensor<i64>, tensor<i64>
  }
  %b:2 = flow.for %lower to %upper step %step : tensor<i8> reverse carry(%zero, %one) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  body(%i: tensor<i8>, %sum: tensor<i64>, %weight: tensor<i64>) {
    %w = prim.cast %i : tensor<i8> -> tensor<i64>
    %x = prim.mul %w, %weight : tensor<i64>
    %s = prim.add %sum, %x : tensor<i64>
    %t = prim.add %weight, %three : tensor<i64>
    flow.yield %s, %t : tensor<i64>, tensor<i64>
  }
  return %r#0, %r#1, %b#0, %b#1 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}
func.func @steps() {
  %least = prim.constant dense<-128> : tensor<i8>
  %most = prim.constant dense<127> : tensor<i8>
  %one = prim.constant dense<1> : tensor<i8>
  %hundred = prim.constant dense<100> : tensor<i8>
  %back = prim.constant dense<-3> : tensor<i8>
  // All but one, -128, -28 and 72, and 127 down to -125; then none.
  %a:4 = func.call @indices(%least, %most, %one) : (tensor<i8>, tensor<i8>, tensor<i8>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  check.equal %a#0, dense<4047870> : tensor<i64>
  check.equal %a#1, dense<766> : tensor<i64>
  %b:4 = func.call @indices(%least, %most, %hundred) : (tensor<i8>, tensor<i8>, tensor<i8>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  check.equal %b#0, dense<264> : tensor<i64>
  check.equal %b#2, dense<-936> : tensor<i64>
  %c:4 = func.call @indices(%most, %least, %back) : (tensor<i8>, tensor<i8>, tensor<i8>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  check.equal %c#1, dense<256> : tensor<i64>
  %d:4 = func.call @indices(%most, %most, %back) : (tensor<i8>, tensor<i8>, tensor<i8>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  check.equal %d#3, dense<1> : tensor<i64>
  return
}

// Both ways lead to one block, with other values.
func.func @ways_to_one_block(%x: tensor<f64>, %y: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %less = prim.lt %x, %y : tensor<f64>
  %c = tensor.extract %less[] : tensor<i1>
  cf.cond_br %c, ^end(%x, %y : tensor<f64>, tensor<f64>), ^end(%y, %x : tensor<f64>, tensor<f64>)
^end(%a: tensor<f64>, %b: tensor<f64>):
  return %a, %b : tensor<f64>, tensor<f64>
}

// Of cases with one number, the first counts; those of truth values are 0 and 1.
func.func @cases_of_blocks(%x: tensor<f64>, %i: tensor<i8> {check.value = dense<-1> : tensor<i8>},
    %c: tensor<i1> {check.value = dense<true> : tensor<i1>}) -> tensor<f64> {
  %table = prim.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]> : tensor<8xf64>
  %other = prim.take %table at %i axis 0 : tensor<8xf64>, tensor<i8>
  %s = prim.sum %table axes [0] : tensor<8xf64>
  %flag = tensor.extract %i[] : tensor<i8>
  cf.switch %flag : i8, [
    default: ^end(%other : tensor<f64>), 3: ^end(%s : tensor<f64>), -1: ^second(%x : tensor<f64>),
    -1: ^end(%other : tensor<f64>)]
^second(%y: tensor<f64>):
  %truth = tensor.extract %c[] : tensor<i1>
  cf.switch %truth : i1, [
    default: ^end(%y : tensor<f64>), true: ^end(%s : tensor<f64>)]
^end(%r: tensor<f64>):
  %p = prim.mul %r, %x : tensor<f64>
  return %p : tensor<f64>
}

// Numbers beside tensors, and names that are words of the forms.
func.func @"let me"(%in: tensor<f64>, %end: tensor<f64>, %0: tensor<f64>) -> tensor<f64> {
  %less = prim.lt %in, %end : tensor<f64>
  %if = tensor.extract %less[] : tensor<i1>
  %number = tensor.extract %0[] : tensor<f64>
  %lambda = flow.if %if : i1 -> tensor<f64> {
    %switch = tensor.from_elements %number : tensor<f64>
    flow.yield %switch : tensor<f64>
  } else {
    flow.yield %end : tensor<f64>
  }
  %then = prim.mul %lambda, %in : tensor<f64>
  return %then : tensor<f64>
}
