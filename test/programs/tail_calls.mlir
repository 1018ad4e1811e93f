// Functions that call themselves last are loops: values, derivatives, lanes, and a depth that no
// stack holds.

// One branch goes on, the other ends.
func.func private @power(%n: tensor<i64>, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %s = prim.sin %y : tensor<f64>
  %r = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %z = prim.mul %s, %x : tensor<f64>
    %t = func.call @power(%m, %x, %z) : (tensor<i64>, tensor<f64>, tensor<f64>) -> tensor<f64>
    flow.yield %t : tensor<f64>
  } else {
    %t = prim.add %s, %y : tensor<f64>
    flow.yield %t : tensor<f64>
  }
  return %r : tensor<f64>
}
func.func @goes_on_if_true(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %n = prim.constant dense<3> : tensor<i64>
  %r = func.call @power(%n, %x, %y) : (tensor<i64>, tensor<f64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// The other way around; nothing is read of what comes before; arguments swap places.
func.func private @swap(%n: tensor<f64>, %x: tensor<f64>, %y: tensor<2xf64>, %z: tensor<2xf64>)
    -> (tensor<2xf64>, tensor<f64>) {
  %one = prim.constant dense<1.0> : tensor<f64>
  %ends = prim.lt %n, %one : tensor<f64>
  %r:2 = flow.if %ends : tensor<i1> -> (tensor<2xf64>, tensor<f64>) {
    flow.yield %y, %x : tensor<2xf64>, tensor<f64>
  } else {
    %m = prim.sub %n, %one : tensor<f64>
    %w = prim.cos %x : tensor<f64>
    %v = prim.mul %y, %z : tensor<2xf64>
    %t:2 = func.call @swap(%m, %w, %z, %v)
        : (tensor<f64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>)
    flow.yield %t#0, %t#1 : tensor<2xf64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<2xf64>, tensor<f64>
}
func.func @ends_if_true(%x: tensor<f64>, %y: tensor<2xf64>, %z: tensor<2xf64>)
    -> (tensor<2xf64>, tensor<f64>) {
  %n = prim.constant dense<4.0> : tensor<f64>
  %r:2 = func.call @swap(%n, %x, %y, %z)
      : (tensor<f64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>)
  return %r#0, %r#1 : tensor<2xf64>, tensor<f64>
}

// Several calls, in branches of branches and in cases; sizes that are open.
func.func private @collatz(%n: tensor<i64>, %steps: tensor<i64>, %x: tensor<?xf64>)
    -> (tensor<i64>, tensor<?xf64>) {
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %more = prim.lt %one, %n : tensor<i64>
  %r:2 = flow.if %more : tensor<i1> -> (tensor<i64>, tensor<?xf64>) {
    %next = prim.add %steps, %one : tensor<i64>
    %odd = prim.remainder %n, %two : tensor<i64>
    %s = prim.sin %x : tensor<?xf64>
    %q:2 = flow.switch %odd : tensor<i64> -> (tensor<i64>, tensor<?xf64>)
    case {
      %m = prim.div %n, %two : tensor<i64>
      %t:2 = func.call @collatz(%m, %next, %s)
          : (tensor<i64>, tensor<i64>, tensor<?xf64>) -> (tensor<i64>, tensor<?xf64>)
      flow.yield %t#0, %t#1 : tensor<i64>, tensor<?xf64>
    } case {
      %m = prim.mul %n, %three : tensor<i64>
      %l = prim.add %m, %one : tensor<i64>
      %v = prim.add %s, %x : tensor<?xf64>
      %t:2 = func.call @collatz(%l, %next, %v)
          : (tensor<i64>, tensor<i64>, tensor<?xf64>) -> (tensor<i64>, tensor<?xf64>)
      flow.yield %t#0, %t#1 : tensor<i64>, tensor<?xf64>
    }
    flow.yield %q#0, %q#1 : tensor<i64>, tensor<?xf64>
  } else {
    %y = prim.mul %x, %x : tensor<?xf64>
    flow.yield %steps, %y : tensor<i64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<?xf64>
}
func.func @many_calls(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %n = prim.constant dense<6> : tensor<i64>
  %r:2 = func.call @collatz(%n, %zero, %x)
      : (tensor<i64>, tensor<i64>, tensor<?xf64>) -> (tensor<i64>, tensor<?xf64>)
  check.equal %r#0, dense<8> : tensor<i64>
  return %r#1 : tensor<?xf64>
}

// Prints and asserts come once in each call, in their order.
func.func private @count(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  flow.print "{} left" (%n) : tensor<i64>
  %ends = prim.eq %n, %zero : tensor<i64>
  %r = flow.if %ends : tensor<i1> -> tensor<f64> {
    flow.print "done"
    flow.yield %x : tensor<f64>
  } else {
    %positive = prim.gt %n, %zero : tensor<i64>
    flow.assert %positive, "{} is negative" (%n) : tensor<i1>, tensor<i64>
    %m = prim.sub %n, %one : tensor<i64>
    %y = prim.mul %x, %x : tensor<f64>
    %t = func.call @count(%m, %y) : (tensor<i64>, tensor<f64>) -> tensor<f64>
    flow.yield %t : tensor<f64>
  }
  return %r : tensor<f64>
}
func.func @prints(%x: tensor<f64>) -> tensor<f64> {
  %n = prim.constant dense<2> : tensor<i64>
  %r = func.call @count(%n, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// Not last: what is added afterwards, and one of two.
func.func private @sum(%n: tensor<i64>, %x: tensor<f64>) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %more = prim.lt %zero, %n : tensor<i64>
  %r = flow.if %more : tensor<i1> -> tensor<f64> {
    %m = prim.sub %n, %one : tensor<i64>
    %y = prim.sin %x : tensor<f64>
    %t = func.call @sum(%m, %y) : (tensor<i64>, tensor<f64>) -> tensor<f64>
    %s = prim.add %t, %x : tensor<f64>
    flow.yield %s : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %r : tensor<f64>
}
func.func @not_last(%x: tensor<f64>) -> tensor<f64> {
  %n = prim.constant dense<3> : tensor<i64>
  %r = func.call @sum(%n, %x) : (tensor<i64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
