// Three loops, one in another; how often the inner ones run depends on the values of the outer ones.
func.func @three_deep(%x: tensor<f64> {check.value = dense<1.1> : tensor<f64>},
                      %y: tensor<f64> {check.value = dense<0.7> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3, check.f64_only} {
  %l1 = prim.constant dense<30.0> : tensor<f64>
  %l2 = prim.constant dense<3.0> : tensor<f64>
  %l3 = prim.constant dense<1.5> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %l1 : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %start = prim.mul %y, %a : tensor<f64>
    %limit2 = prim.add %a, %l2 : tensor<f64>
    %b = flow.while (%start) : (tensor<f64>) -> (tensor<f64>)
    cond(%b: tensor<f64>) {
      %more = prim.lt %b, %limit2 : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %b : tensor<f64>
    } body(%b: tensor<f64>) {
      %limit3 = prim.mul %b, %l3 : tensor<f64>
      %c = flow.while (%b) : (tensor<f64>) -> (tensor<f64>)
      cond(%c: tensor<f64>) {
        %more = prim.le %c, %limit3 : tensor<f64>
        flow.cond_yield %more : tensor<i1>, %c : tensor<f64>
      } body(%c: tensor<f64>) {
        %s = prim.sin %c : tensor<f64>
        %t = prim.mul %s, %s : tensor<f64>
        %u = prim.add %t, %y : tensor<f64>
        %v = prim.mul %u, %x : tensor<f64>
        %next = prim.add %c, %v : tensor<f64>
        flow.yield %next : tensor<f64>
      }
      flow.yield %c : tensor<f64>
    }
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// The inner counters are not reset: the inner loops run in the first turn only.
func.func @not_reset(%x: tensor<f64> {check.value = dense<1.05> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<3> : tensor<i64>
  %r:4 = flow.while (%x, %zero, %zero, %zero)
      : (tensor<f64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<f64>, tensor<i64>, tensor<i64>, tensor<i64>)
  cond(%a: tensor<f64>, %i: tensor<i64>, %j: tensor<i64>, %k: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %i, %j, %k : tensor<f64>, tensor<i64>, tensor<i64>, tensor<i64>
  } body(%a: tensor<f64>, %i: tensor<i64>, %j: tensor<i64>, %k: tensor<i64>) {
    %s:3 = flow.while (%a, %j, %k) : (tensor<f64>, tensor<i64>, tensor<i64>) -> (tensor<f64>, tensor<i64>, tensor<i64>)
    cond(%a1: tensor<f64>, %j1: tensor<i64>, %k1: tensor<i64>) {
      %more = prim.lt %j1, %n : tensor<i64>
      flow.cond_yield %more : tensor<i1>, %a1, %j1, %k1 : tensor<f64>, tensor<i64>, tensor<i64>
    } body(%a1: tensor<f64>, %j1: tensor<i64>, %k1: tensor<i64>) {
      %t:2 = flow.while (%a1, %k1) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
      cond(%a2: tensor<f64>, %k2: tensor<i64>) {
        %more = prim.lt %k2, %n : tensor<i64>
        flow.cond_yield %more : tensor<i1>, %a2, %k2 : tensor<f64>, tensor<i64>
      } body(%a2: tensor<f64>, %k2: tensor<i64>) {
        %b = prim.mul %a2, %x : tensor<f64>
        %k3 = prim.add %k2, %one : tensor<i64>
        flow.yield %b, %k3 : tensor<f64>, tensor<i64>
      }
      %c = prim.mul %t#0, %t#0 : tensor<f64>
      %j2 = prim.add %j1, %one : tensor<i64>
      flow.yield %c, %j2, %t#1 : tensor<f64>, tensor<i64>, tensor<i64>
    }
    %d = prim.add %s#0, %x : tensor<f64>
    %i1 = prim.add %i, %one : tensor<i64>
    flow.yield %d, %i1, %s#1, %s#2 : tensor<f64>, tensor<i64>, tensor<i64>, tensor<i64>
  }
  return %r#0 : tensor<f64>
}

// A loop in a branch in a loop.
func.func @loop_in_branch_in_loop(%x: tensor<f64> {check.value = dense<0.8> : tensor<f64>},
                                  %y: tensor<f64> {check.value = dense<1.7> : tensor<f64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %limit = prim.constant dense<12.0> : tensor<f64>
  %three = prim.constant dense<3.0> : tensor<f64>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<4> : tensor<i64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %small = prim.lt %a, %three : tensor<f64>
    %b = flow.if %small : tensor<i1> -> tensor<f64> {
      %s = prim.sin %a : tensor<f64>
      %c = flow.for %zero to %n step %one : tensor<i64> carry(%a) : (tensor<f64>) -> (tensor<f64>)
      body(%i: tensor<i64>, %c: tensor<f64>) {
        %d = prim.mul %s, %y : tensor<f64>
        %e = prim.mul %c, %d : tensor<f64>
        %f = prim.tanh %e : tensor<f64>
        %g = prim.add %c, %f : tensor<f64>
        flow.yield %g : tensor<f64>
      }
      flow.yield %c : tensor<f64>
    } else {
      %c = prim.mul %a, %y : tensor<f64>
      flow.yield %c : tensor<f64>
    }
    flow.yield %b : tensor<f64>
  }
  return %r : tensor<f64>
}

// The factor of the 'else' does not depend on %x, but other frames of the nested stacks do: both sides
// of its frames must agree on that, at every depth.
func.func @inactive_below_active(%x: tensor<f64> {check.value = dense<0.3> : tensor<f64>},
                                 %n: tensor<i64> {check.value = dense<2> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3} {
  %v = prim.constant dense<[0.1, 0.9, 0.4]> : tensor<3xf64>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %small = prim.constant dense<0.3> : tensor<f64>
  %r = flow.for %zero to %three step %one : tensor<i64> carry(%x) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %s = flow.for %zero to %n step %one : tensor<i64> carry(%a) : (tensor<f64>) -> tensor<f64>
    body(%j: tensor<i64>, %b: tensor<f64>) {
      %f = prim.take %v at %i axis 0 : tensor<3xf64>, tensor<i64>
      %more = prim.gt %f, %small : tensor<f64>
      %c = flow.if %more : tensor<i1> -> tensor<f64> {
        %sin = prim.sin %b : tensor<f64>
        flow.yield %sin : tensor<f64>
      } else {
        %g = prim.take %v at %j axis 0 : tensor<3xf64>, tensor<i64>
        %scaled = prim.mul %b, %g : tensor<f64>
        flow.yield %scaled : tensor<f64>
      }
      flow.yield %c : tensor<f64>
    }
    flow.yield %s : tensor<f64>
  }
  return %r : tensor<f64>
}
