// Programs whose lanes go different ways when they are batched; check.lanes says how.

// A lane that is done must not run the inner loop with what it has: half of 0 is 0 for ever.
func.func @idle_lanes_would_not_end(%n: tensor<i64> {check.value = dense<12> : tensor<i64>,
                                        check.lanes = dense<[12, 0, 1, 7, 64]> : tensor<5xi64>},
                                    %x: tensor<f64> {check.value = dense<1.25> : tensor<f64>})
    -> (tensor<f64>, tensor<i64>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %f1 = prim.constant dense<1.0> : tensor<f64>
  %r:3 = flow.while (%n, %f1, %zero)
      : (tensor<i64>, tensor<f64>, tensor<i64>) -> (tensor<i64>, tensor<f64>, tensor<i64>)
  cond(%a: tensor<i64>, %y: tensor<f64>, %steps: tensor<i64>) {
    %more = prim.gt %a, %one : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %y, %steps : tensor<i64>, tensor<f64>, tensor<i64>
  } body(%a: tensor<i64>, %y: tensor<f64>, %steps: tensor<i64>) {
    %h:3 = flow.while (%a, %y, %steps)
        : (tensor<i64>, tensor<f64>, tensor<i64>) -> (tensor<i64>, tensor<f64>, tensor<i64>)
    cond(%b: tensor<i64>, %z: tensor<f64>, %s: tensor<i64>) {
      %rest = prim.remainder %b, %two : tensor<i64>
      %even = prim.eq %rest, %zero : tensor<i64>
      flow.cond_yield %even : tensor<i1>, %b, %z, %s : tensor<i64>, tensor<f64>, tensor<i64>
    } body(%b: tensor<i64>, %z: tensor<f64>, %s: tensor<i64>) {
      %half = prim.floor_div %b, %two : tensor<i64>
      %w = prim.mul %z, %x : tensor<f64>
      %s1 = prim.add %s, %one : tensor<i64>
      flow.yield %half, %w, %s1 : tensor<i64>, tensor<f64>, tensor<i64>
    }
    %isOne = prim.le %h#0, %one : tensor<i64>
    %next = flow.if %isOne : tensor<i1> -> (tensor<i64>) {
      flow.yield %h#0 : tensor<i64>
    } else {
      %triple = prim.mul %h#0, %three : tensor<i64>
      %up = prim.add %triple, %one : tensor<i64>
      flow.yield %up : tensor<i64>
    }
    %v = prim.sin %h#1 : tensor<f64>
    flow.yield %next, %v, %h#2 : tensor<i64>, tensor<f64>, tensor<i64>
  }
  return %r#1, %r#2 : tensor<f64>, tensor<i64>
}

// The logarithm of a negative number must not spoil the derivative by w, which lanes have together.
func.func @branch_guards_logarithm(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>,
                                       check.lanes = dense<[2.0, -1.0, 0.0, 0.5]> : tensor<4xf64>},
                                   %w: tensor<f64> {check.value = dense<1.5> : tensor<f64>})
    -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    %l = prim.log %x : tensor<f64>
    %p = prim.mul %w, %l : tensor<f64>
    flow.yield %p : tensor<f64>
  } else {
    %e = prim.exp %x : tensor<f64>
    %p = prim.mul %w, %e : tensor<f64>
    flow.yield %p : tensor<f64>
  }
  return %y : tensor<f64>
}

// The same where no lane takes the logarithm.
func.func @no_lane_takes_the_branch(%x: tensor<f64> {check.value = dense<-2.0> : tensor<f64>,
                                        check.lanes = dense<[-1.0, -2.0, 0.0]> : tensor<3xf64>},
                                    %w: tensor<f64> {check.value = dense<1.5> : tensor<f64>})
    -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    %l = prim.log %x : tensor<f64>
    %p = prim.mul %w, %l : tensor<f64>
    flow.yield %p : tensor<f64>
  } else {
    %e = prim.exp %x : tensor<f64>
    %p = prim.mul %w, %e : tensor<f64>
    flow.yield %p : tensor<f64>
  }
  return %y : tensor<f64>
}

// A lane that left the loop keeps a value of which the body would make a NaN.
func.func @finished_lanes_keep_out(%x: tensor<f64> {check.value = dense<40.0> : tensor<f64>,
                                       check.lanes = dense<[40.0, 1.0, -3.0, 9.0]> : tensor<4xf64>},
                                   %w: tensor<f64> {check.value = dense<1.1> : tensor<f64>})
    -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.gt %a, %one : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %l = prim.log %a : tensor<f64>
    %s = prim.sqrt %l : tensor<f64>
    %next = prim.mul %s, %w : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// cond computes, so its frames are of lanes, too; the number of turns differs.
func.func @work_in_cond(%x: tensor<f64> {check.value = dense<1.3> : tensor<f64>,
                            check.lanes = dense<[1.3, 5.0, 0.01, 2.0]> : tensor<4xf64>},
                        %limit: tensor<f64> {check.value = dense<20.0> : tensor<f64>})
    -> tensor<f64> attributes {check.order = 3} {
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %e = prim.exp %a : tensor<f64>
    %more = prim.lt %e, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %e : tensor<f64>
  } body(%a: tensor<f64>) {
    %half = prim.constant dense<0.5> : tensor<f64>
    %next = prim.mul %a, %half : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// cond computes what its derivative needs nothing of: only the mask is kept for it.
func.func @linear_work_in_cond(%x: tensor<f64> {check.value = dense<1.3> : tensor<f64>,
                                   check.lanes = dense<[1.3, 50.0, 0.01, 2.0]> : tensor<4xf64>})
    -> tensor<f64> {
  %limit = prim.constant dense<20.0> : tensor<f64>
  %three = prim.constant dense<3.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %e = prim.mul %a, %three : tensor<f64>
    %more = prim.lt %e, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %e : tensor<f64>
  } body(%a: tensor<f64>) {
    %s = prim.sin %a : tensor<f64>
    %next = prim.add %a, %s : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// Only the number of turns is kept, and that differs between the lanes.
func.func @nothing_but_turns(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>,
                                 check.lanes = dense<[1.5, 30.0, 2.5, 0.1]> : tensor<4xf64>})
    -> tensor<f64> {
  %limit = prim.constant dense<20.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %next = prim.add %a, %a : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// Every lane counts as it does alone: up, down, not at all, and from the end.
func.func @ranges(%lower: tensor<i32> {check.value = dense<1> : tensor<i32>,
                      check.lanes = dense<[1, 5, 0, 3, -4]> : tensor<5xi32>},
                  %upper: tensor<i32> {check.value = dense<6> : tensor<i32>,
                      check.lanes = dense<[6, -2, 0, 4, 9]> : tensor<5xi32>},
                  %step: tensor<i32> {check.value = dense<2> : tensor<i32>,
                      check.lanes = dense<[2, -3, 1, 7, 4]> : tensor<5xi32>},
                  %x: tensor<f64> {check.range = [0.5, 1.5]}) -> tensor<f64> {
  %a = flow.for %lower to %upper step %step : tensor<i32> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i32>, %c: tensor<f64>) {
    %s = prim.sin %c : tensor<f64>
    %f = prim.cast %i : tensor<i32> -> tensor<f64>
    %t = prim.mul %s, %f : tensor<f64>
    %n = prim.add %t, %x : tensor<f64>
    flow.yield %n : tensor<f64>
  }
  %b = flow.for %lower to %upper step %step : tensor<i32> reverse carry(%a) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i32>, %c: tensor<f64>) {
    %s = prim.cos %c : tensor<f64>
    %f = prim.cast %i : tensor<i32> -> tensor<f64>
    %t = prim.add %s, %f : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  return %b : tensor<f64>
}

// Bounds as far apart as they can be, but few turns.
func.func @far_apart(%lower: tensor<i64> {check.value = dense<-9223372036854775808> : tensor<i64>,
                         check.lanes = dense<[-9223372036854775808, 9223372036854775807, 0]> : tensor<3xi64>},
                     %upper: tensor<i64> {check.value = dense<9223372036854775807> : tensor<i64>,
                         check.lanes = dense<[9223372036854775807, -9223372036854775808, 1]> : tensor<3xi64>},
                     %step: tensor<i64> {check.value = dense<9223372036854775807> : tensor<i64>,
                         check.lanes = dense<[9223372036854775807, -9223372036854775808, 5]> : tensor<3xi64>})
    -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = flow.for %lower to %upper step %step : tensor<i64> carry(%zero) : (tensor<i64>) -> (tensor<i64>)
  body(%i: tensor<i64>, %c: tensor<i64>) {
    %d = prim.add %c, %one : tensor<i64>
    flow.yield %d : tensor<i64>
  }
  return %n : tensor<i64>
}

// Indices outside stand for the first and the last case.
func.func @cases(%i: tensor<i8> {check.value = dense<1> : tensor<i8>,
                     check.lanes = dense<[1, -5, 0, 2, 127, 3]> : tensor<6xi8>},
                 %x: tensor<2xf64> {check.range = [0.5, 1.5]}) -> tensor<2xf64> {
  %y = flow.switch %i : tensor<i8> -> (tensor<2xf64>)
  case {
    %a = prim.sin %x : tensor<2xf64>
    flow.yield %a : tensor<2xf64>
  }
  case {
    %a = prim.mul %x, %x : tensor<2xf64>
    %b = prim.exp %a : tensor<2xf64>
    flow.yield %b : tensor<2xf64>
  }
  case {
    %a = prim.neg %x : tensor<2xf64>
    flow.yield %a : tensor<2xf64>
  }
  case {
    %a = prim.sqrt %x : tensor<2xf64>
    %b = prim.cos %a : tensor<2xf64>
    %c = prim.mul %b, %x : tensor<2xf64>
    flow.yield %c : tensor<2xf64>
  }
  return %y : tensor<2xf64>
}

// A single case is taken by any index.
func.func @one_case(%i: tensor<i64> {check.value = dense<1> : tensor<i64>,
                        check.lanes = dense<[1, -5, 0]> : tensor<3xi64>},
                    %x: tensor<f64> {check.value = dense<0.5> : tensor<f64>,
                        check.lanes = dense<[0.5, 0.25, 2.0]> : tensor<3xf64>}) -> tensor<f64> {
  %y = flow.switch %i : tensor<i64> -> (tensor<f64>)
  case {
    %a = prim.sin %x : tensor<f64>
    flow.yield %a : tensor<f64>
  }
  return %y : tensor<f64>
}

// Sizes are open, and the ways differ in what they keep.
func.func @open_sizes(%x: tensor<?xf64> {check.shape = [3], check.range = [0.5, 1.5]},
                      %c: tensor<f64> {check.value = dense<1.0> : tensor<f64>,
                          check.lanes = dense<[1.0, -1.0, 3.0]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %positive = prim.gt %c, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<?xf64>) {
    %a = prim.sin %x : tensor<?xf64>
    %b = prim.exp %a : tensor<?xf64>
    flow.yield %b : tensor<?xf64>
  } else {
    %a = prim.log %x : tensor<?xf64>
    flow.yield %a : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

// A branch in a loop in a branch: frames of frames.
func.func @branch_in_loop_in_branch(
    %x: tensor<f64> {check.value = dense<1.5> : tensor<f64>,
        check.lanes = dense<[1.5, -0.5, 3.0, 0.2, 20.0]> : tensor<5xf64>},
    %w: tensor<f64> {check.value = dense<1.2> : tensor<f64>}) -> tensor<f64> {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %two = prim.constant dense<2.0> : tensor<f64>
  %ten = prim.constant dense<10.0> : tensor<f64>
  %positive = prim.gt %x, %zero : tensor<f64>
  %y = flow.if %positive : tensor<i1> -> (tensor<f64>) {
    %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
    cond(%a: tensor<f64>) {
      %more = prim.lt %a, %ten : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
    } body(%a: tensor<f64>) {
      %large = prim.gt %a, %two : tensor<f64>
      %b = flow.if %large : tensor<i1> -> (tensor<f64>) {
        %c = prim.mul %a, %a : tensor<f64>
        %d = prim.mul %c, %w : tensor<f64>
        flow.yield %d : tensor<f64>
      } else {
        %c = prim.exp %a : tensor<f64>
        flow.yield %c : tensor<f64>
      }
      flow.yield %b : tensor<f64>
    }
    flow.yield %r : tensor<f64>
  } else {
    %c = prim.sin %x : tensor<f64>
    %d = prim.mul %c, %w : tensor<f64>
    flow.yield %d : tensor<f64>
  }
  return %y : tensor<f64>
}

// The inner bounds differ by what the outer loop computes.
func.func @loops_in_loops(%x: tensor<f64> {check.value = dense<1.1> : tensor<f64>,
                              check.lanes = dense<[1.1, 4.0, 9.0, 1.6]> : tensor<4xf64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %limit = prim.constant dense<6.0> : tensor<f64>
  %r:2 = flow.while (%x, %x) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  cond(%a: tensor<f64>, %v: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a, %v : tensor<f64>, tensor<f64>
  } body(%a: tensor<f64>, %v: tensor<f64>) {
    %n = prim.cast %a : tensor<f64> -> tensor<i64>
    %b = flow.for %zero to %n step %one : tensor<i64> carry(%v) : (tensor<f64>) -> (tensor<f64>)
    body(%i: tensor<i64>, %c: tensor<f64>) {
      %s = prim.sin %c : tensor<f64>
      %d = prim.mul %s, %x : tensor<f64>
      flow.yield %d : tensor<f64>
    }
    %next = prim.add %a, %x : tensor<f64>
    flow.yield %next, %b : tensor<f64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}

// The same key gives all lanes the same numbers, keys of their own what each would get alone.
func.func @random_walk(%key: tensor<2xui32> {check.value = dense<[1, 2]> : tensor<2xui32>,
                           check.lanes = dense<[[1, 2], [3, 4], [1, 2]]> : tensor<3x2xui32>},
                       %x: tensor<2xf64>, %n: tensor<i64> {check.value = dense<3> : tensor<i64>,
                           check.lanes = dense<[3, 5, 0]> : tensor<3xi64>}) -> tensor<2xf64>
    attributes {check.f64_only} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<2xf64>) -> (tensor<2xf64>)
  body(%i: tensor<i64>, %a: tensor<2xf64>) {
    %k = prim.fold_in %key, %i : tensor<i64>
    %u = prim.random_normal %k -> tensor<2xf64>
    %b = prim.add %a, %u : tensor<2xf64>
    %c = prim.sin %b : tensor<2xf64>
    flow.yield %c : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
