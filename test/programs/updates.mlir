// Tensors that are updated in the memory they have, and those that must not be, because what was
// there is read again. All are too large for the frame, which has its own copies.

func.func @old_element_is_read_behind(%x: tensor<80xf64>) -> (tensor<80xf64>, tensor<f64>)
    attributes {check.numpy = "np.where(np.arange(80) == 7, 5, 2 * x), 2 * x[7]"} {
  %i = prim.constant dense<7> : tensor<i64>
  %u = prim.constant dense<5.0> : tensor<f64>
  %a = prim.add %x, %x : tensor<80xf64>
  %y = prim.scatter %a at %i update %u axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
  %old = prim.take %a at %i axis 0 : tensor<80xf64>, tensor<i64>
  return %y, %old : tensor<80xf64>, tensor<f64>
}

func.func @updated_twice(%x: tensor<80xf64>) -> (tensor<80xf64>, tensor<80xf64>)
    attributes {check.numpy = "2 * x + (np.arange(80) == 3), 2 * x + 2 * (np.arange(80) == 4)"} {
  %i = prim.constant dense<3> : tensor<i64>
  %j = prim.constant dense<4> : tensor<1xi64>
  %u = prim.constant dense<1.0> : tensor<f64>
  %v = prim.constant dense<2.0> : tensor<1xf64>
  %a = prim.add %x, %x : tensor<80xf64>
  %y = prim.scatter_add %a at %i update %u axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
  %z = prim.scatter_add %a at %j update %v axis 0 : tensor<80xf64>, tensor<1xi64>, tensor<1xf64>
  return %y, %z : tensor<80xf64>, tensor<80xf64>
}

// The second index of three names the place of the first.
func.func @places_named_twice(%x: tensor<80xf64>, %u: tensor<3xf64>) -> (tensor<80xf64>, tensor<80xf64>)
    attributes {check.numpy = "np.r_[x[:5], u[1], x[6:9], u[2], x[10:]], x + np.bincount([5, 5, 9], u, 80)"} {
  %i = prim.constant dense<[5, 5, 9]> : tensor<3xi64>
  %one = prim.constant dense<1.0> : tensor<80xf64>
  %a = prim.mul %x, %one : tensor<80xf64>
  %y = prim.scatter %a at %i update %u axis 0 : tensor<80xf64>, tensor<3xi64>, tensor<3xf64>
  %z = prim.scatter_add %x at %i update %u axis 0 : tensor<80xf64>, tensor<3xi64>, tensor<3xf64>
  return %y, %z : tensor<80xf64>, tensor<80xf64>
}

// The updates are in the memory that is updated, and under another shape.
func.func @updates_of_itself(%x: tensor<40x2xf64>) -> tensor<80xf64>
    attributes {check.numpy = "np.r_[(2 * x).ravel()[:78], (2 * x)[3]]"} {
  %three = prim.constant dense<3> : tensor<i64>
  %last = prim.constant dense<[78]> : tensor<1xi64>
  %a = prim.add %x, %x : tensor<40x2xf64>
  %row = prim.take %a at %three axis 0 : tensor<40x2xf64>, tensor<i64>
  %flat = prim.reshape %a : tensor<40x2xf64> -> tensor<80xf64>
  %y = prim.dynamic_update_slice %flat at %last update %row
      : tensor<80xf64>, tensor<1xi64>, tensor<2xf64>
  return %y : tensor<80xf64>
}

// In each turn two elements change places.
func.func @reversed(%x: tensor<80xf64>) -> tensor<80xf64> attributes {check.numpy = "x[::-1]"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %half = prim.constant dense<40> : tensor<i64>
  %last = prim.constant dense<79> : tensor<i64>
  %y = flow.for %zero to %half step %one : tensor<i64> carry(%x) : (tensor<80xf64>) -> tensor<80xf64>
  body(%i: tensor<i64>, %a: tensor<80xf64>) {
    %j = prim.sub %last, %i : tensor<i64>
    %u = prim.take %a at %i axis 0 : tensor<80xf64>, tensor<i64>
    %v = prim.take %a at %j axis 0 : tensor<80xf64>, tensor<i64>
    %b = prim.scatter %a at %i update %v axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
    %c = prim.scatter %b at %j update %u axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
    flow.yield %c : tensor<80xf64>
  }
  return %y : tensor<80xf64>
}

// One branch updates what the other hands on, and what is read behind them is read as it was.
func.func @updated_in_a_branch(%x: tensor<80xf64>) -> (tensor<80xf64>, tensor<f64>)
    attributes {check.numpy = "np.where(np.arange(80) % 2 == 0, x * x, x), x[::2].sum()"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %all = prim.constant dense<80> : tensor<i64>
  %none = prim.constant dense<0.0> : tensor<f64>
  %y:2 = flow.for %zero to %all step %one : tensor<i64> carry(%x, %none)
      : (tensor<80xf64>, tensor<f64>) -> (tensor<80xf64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<80xf64>, %sum: tensor<f64>) {
    %rest = prim.remainder %i, %two : tensor<i64>
    %even = prim.eq %rest, %zero : tensor<i64>
    %r:2 = flow.if %even : tensor<i1> -> (tensor<80xf64>, tensor<f64>) {
      %v = prim.take %a at %i axis 0 : tensor<80xf64>, tensor<i64>
      %w = prim.mul %v, %v : tensor<f64>
      %c = prim.scatter %a at %i update %w axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
      %more = prim.add %sum, %v : tensor<f64>
      flow.yield %c, %more : tensor<80xf64>, tensor<f64>
    } else {
      flow.yield %a, %sum : tensor<80xf64>, tensor<f64>
    }
    flow.yield %r#0, %r#1 : tensor<80xf64>, tensor<f64>
  }
  return %y#0, %y#1 : tensor<80xf64>, tensor<f64>
}

// A captured tensor is not the branch's to change where another reads it behind.
func.func @branch_leaves_what_is_read_behind(%x: tensor<80xf64>, %c: tensor<i1>)
    -> (tensor<80xf64>, tensor<80xf64>) attributes {check.numpy = "np.where(c & (np.arange(80) == 2), 9, 2 * x), 2 * x"} {
  %i = prim.constant dense<2> : tensor<i64>
  %u = prim.constant dense<9.0> : tensor<f64>
  %a = prim.add %x, %x : tensor<80xf64>
  %y = flow.if %c : tensor<i1> -> tensor<80xf64> {
    %b = prim.scatter %a at %i update %u axis 0 : tensor<80xf64>, tensor<i64>, tensor<f64>
    flow.yield %b : tensor<80xf64>
  } else {
    flow.yield %a : tensor<80xf64>
  }
  return %y, %a : tensor<80xf64>, tensor<80xf64>
}

// The derivative adds to few elements of x in each turn, in a branch and in an inner loop.
func.func @sums_of_elements(%x: tensor<80xf64>) -> tensor<f64>
    attributes {check.numpy = "sum(x[i] ** 2 if i % 2 == 0 else x[i] * (x[0] + x[1]) for i in range(20))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %all = prim.constant dense<20> : tensor<i64>
  %none = prim.constant dense<0.0> : tensor<f64>
  %y = flow.for %zero to %all step %one : tensor<i64> carry(%none) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %sum: tensor<f64>) {
    %rest = prim.remainder %i, %two : tensor<i64>
    %even = prim.eq %rest, %zero : tensor<i64>
    %v = prim.take %x at %i axis 0 : tensor<80xf64>, tensor<i64>
    %t = flow.if %even : tensor<i1> -> tensor<f64> {
      %w = prim.mul %v, %v : tensor<f64>
      flow.yield %w : tensor<f64>
    } else {
      %u = flow.for %zero to %two step %one : tensor<i64> carry(%none) : (tensor<f64>) -> tensor<f64>
      body(%j: tensor<i64>, %part: tensor<f64>) {
        %z = prim.take %x at %j axis 0 : tensor<80xf64>, tensor<i64>
        %p = prim.mul %v, %z : tensor<f64>
        %q = prim.add %part, %p : tensor<f64>
        flow.yield %q : tensor<f64>
      }
      flow.yield %u : tensor<f64>
    }
    %next = prim.add %sum, %t : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %y : tensor<f64>
}
