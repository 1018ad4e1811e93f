// Loops whose turns need nothing of each other, and such that only look so: the interpreter runs
// turn by turn what machine code runs side by side.

func.func @sum_over_rows(%x: tensor<12x3xf64>, %w: tensor<3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.sin(x @ w).sum()"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<12> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %s = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    // As Python counts: a negative index from the end.
    %wrapped = prim.add %i, %n : tensor<i64>
    %negative = prim.lt %i, %zero : tensor<i64>
    %at = prim.where %negative, %wrapped, %i : tensor<i64>
    %row = prim.take %x at %at axis 0 : tensor<12x3xf64>, tensor<i64>
    %p = prim.mul %row, %w : tensor<3xf64>
    %d = prim.sum %p axes [0] : tensor<3xf64>
    %y = prim.sin %d : tensor<f64>
    %b = prim.add %a, %y : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %s : tensor<f64>
}

// Neighbours, backwards and taken away; the other operand of the sum comes first.
func.func @differences(%x: tensor<20xf64>, %s: tensor<f64>, %t: tensor<f64>)
    -> (tensor<f64>, tensor<f64>)
    attributes {check.numpy = "s - ((x[2:] - x[:-2]) ** 2).sum(), t + (x[1:-1] * np.arange(1, 19)).sum()"} {
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<19> : tensor<i64>
  %r:2 = flow.for %one to %n step %one : tensor<i64> reverse carry(%s, %t) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>) {
    %j = prim.sub %i, %one : tensor<i64>
    %k = prim.add %i, %one : tensor<i64>
    %l = prim.take %x at %j axis 0 : tensor<20xf64>, tensor<i64>
    %m = prim.take %x at %i axis 0 : tensor<20xf64>, tensor<i64>
    %h = prim.take %x at %k axis 0 : tensor<20xf64>, tensor<i64>
    %d = prim.sub %h, %l : tensor<f64>
    %q = prim.mul %d, %d : tensor<f64>
    %c = prim.sub %a, %q : tensor<f64>
    %f = prim.cast %i : tensor<i64> -> tensor<f64>
    %p = prim.mul %m, %f : tensor<f64>
    %e = prim.add %p, %b : tensor<f64>
    flow.yield %c, %e : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

// Every place once, backwards; a part of the places; and the value of the last turn.
func.func @rows_are_written(%x: tensor<10x2xf64>, %y: tensor<2x25xf64>)
    -> (tensor<10x2xf64>, tensor<2x25xf64>, tensor<2xf64>)
    attributes {check.numpy = "np.exp(x[::-1]), np.concatenate([y[:, :5], np.cos(x.T), y[:, 15:]], 1), x[9] + 1"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  %nine = prim.constant dense<9> : tensor<i64>
  %n = prim.constant dense<10> : tensor<i64>
  %ones = prim.constant dense<1.0> : tensor<2xf64>
  %start = prim.constant dense<0.0> : tensor<10x2xf64>
  %r:3 = flow.for %zero to %n step %one : tensor<i64> carry(%start, %y, %ones) : (tensor<10x2xf64>, tensor<2x25xf64>, tensor<2xf64>) -> (tensor<10x2xf64>, tensor<2x25xf64>, tensor<2xf64>)
  body(%i: tensor<i64>, %a: tensor<10x2xf64>, %b: tensor<2x25xf64>, %c: tensor<2xf64>) {
    %row = prim.take %x at %i axis 0 : tensor<10x2xf64>, tensor<i64>
    %e = prim.exp %row : tensor<2xf64>
    %to = prim.sub %nine, %i : tensor<i64>
    %a1 = prim.scatter %a at %to update %e axis 0 : tensor<10x2xf64>, tensor<i64>, tensor<2xf64>
    %f = prim.cos %row : tensor<2xf64>
    %j = prim.add %i, %five : tensor<i64>
    %b1 = prim.scatter %b at %j update %f axis 1 : tensor<2x25xf64>, tensor<i64>, tensor<2xf64>
    %c1 = prim.add %row, %ones : tensor<2xf64>
    flow.yield %a1, %b1, %c1 : tensor<10x2xf64>, tensor<2x25xf64>, tensor<2xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<10x2xf64>, tensor<2x25xf64>, tensor<2xf64>
}

// Of turns that write to one place the last one wins, which in a reversed loop is the first index;
// places outside are dropped; sums add up.
func.func @places_named_twice(%x: tensor<12xf64>, %y: tensor<5xf64>)
    -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>)
    attributes {check.numpy = "x[[1, 3, 5, 7, 9]], x[[0, 2, 4, 6, 8]], y + x[:10].reshape(5, 2).sum(1)"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %n = prim.constant dense<12> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%y, %y) : (tensor<5xf64>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>)
  body(%i: tensor<i64>, %a: tensor<5xf64>, %b: tensor<5xf64>) {
    %j = prim.div %i, %two : tensor<i64>
    %v = prim.take %x at %i axis 0 : tensor<12xf64>, tensor<i64>
    %c = prim.scatter %a at %j update %v axis 0 : tensor<5xf64>, tensor<i64>, tensor<f64>
    %d = prim.scatter_add %b at %j update %v axis 0 : tensor<5xf64>, tensor<i64>, tensor<f64>
    flow.yield %c, %d : tensor<5xf64>, tensor<5xf64>
  }
  %s = flow.for %zero to %n step %one : tensor<i64> reverse carry(%y) : (tensor<5xf64>) -> tensor<5xf64>
  body(%i: tensor<i64>, %a: tensor<5xf64>) {
    %j = prim.div %i, %two : tensor<i64>
    %v = prim.take %x at %i axis 0 : tensor<12xf64>, tensor<i64>
    %c = prim.scatter %a at %j update %v axis 0 : tensor<5xf64>, tensor<i64>, tensor<f64>
    flow.yield %c : tensor<5xf64>
  }
  return %r#0, %s, %r#1 : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>
}

// Too large for one batch: loops over batches, with and without a rest.
func.func @many_batches(%x: tensor<17xf64>, %w: tensor<16384xf64>)
    -> (tensor<f64>, tensor<16xf64>, tensor<16384xf64>)
    attributes {check.numpy = "np.sin(np.outer(x, w)).sum(), (np.outer(x[:16], w) ** 2).sum(1), x[15] * w"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<17> : tensor<i64>
  %m = prim.constant dense<16> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %rows = prim.constant dense<0.0> : tensor<16xf64>
  %s = flow.for %zero to %n step %one : tensor<i64> carry(%start) : (tensor<f64>) -> tensor<f64>
  body(%i: tensor<i64>, %a: tensor<f64>) {
    %v = prim.take %x at %i axis 0 : tensor<17xf64>, tensor<i64>
    %all = prim.broadcast %v : tensor<f64> -> tensor<16384xf64>
    %p = prim.mul %all, %w : tensor<16384xf64>
    %q = prim.sin %p : tensor<16384xf64>
    %d = prim.sum %q axes [0] : tensor<16384xf64>
    %b = prim.add %a, %d : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  %r:2 = flow.for %zero to %m step %one : tensor<i64> carry(%rows, %w) : (tensor<16xf64>, tensor<16384xf64>) -> (tensor<16xf64>, tensor<16384xf64>)
  body(%i: tensor<i64>, %a: tensor<16xf64>, %c: tensor<16384xf64>) {
    %v = prim.take %x at %i axis 0 : tensor<17xf64>, tensor<i64>
    %all = prim.broadcast %v : tensor<f64> -> tensor<16384xf64>
    %p = prim.mul %all, %w : tensor<16384xf64>
    %q = prim.mul %p, %p : tensor<16384xf64>
    %d = prim.sum %q axes [0] : tensor<16384xf64>
    %b = prim.scatter %a at %i update %d axis 0 : tensor<16xf64>, tensor<i64>, tensor<f64>
    flow.yield %b, %p : tensor<16xf64>, tensor<16384xf64>
  }
  return %s, %r#0, %r#1 : tensor<f64>, tensor<16xf64>, tensor<16384xf64>
}

// Each turn of the outer loop is a batch of its own, and all are one.
func.func @nested(%x: tensor<9xf64>, %y: tensor<8xf64>) -> (tensor<f64>, tensor<9x8xf64>)
    attributes {check.numpy = "np.tanh(np.outer(x, y)).sum(), np.tanh(np.outer(x, y))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<9> : tensor<i64>
  %m = prim.constant dense<8> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %rows = prim.constant dense<0.0> : tensor<8xf64>
  %all = prim.constant dense<0.0> : tensor<9x8xf64>
  %s:2 = flow.for %zero to %n step %one : tensor<i64> carry(%start, %all) : (tensor<f64>, tensor<9x8xf64>) -> (tensor<f64>, tensor<9x8xf64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %written: tensor<9x8xf64>) {
    %u = prim.take %x at %i axis 0 : tensor<9xf64>, tensor<i64>
    %inner = flow.for %zero to %m step %one : tensor<i64> carry(%rows) : (tensor<8xf64>) -> tensor<8xf64>
    body(%j: tensor<i64>, %row: tensor<8xf64>) {
      %v = prim.take %y at %j axis 0 : tensor<8xf64>, tensor<i64>
      %p = prim.mul %u, %v : tensor<f64>
      %t = prim.tanh %p : tensor<f64>
      %next = prim.scatter %row at %j update %t axis 0 : tensor<8xf64>, tensor<i64>, tensor<f64>
      flow.yield %next : tensor<8xf64>
    }
    %d = prim.sum %inner axes [0] : tensor<8xf64>
    %b = prim.add %a, %d : tensor<f64>
    %w = prim.scatter %written at %i update %inner axis 0 : tensor<9x8xf64>, tensor<i64>, tensor<8xf64>
    flow.yield %b, %w : tensor<f64>, tensor<9x8xf64>
  }
  return %s#0, %s#1 : tensor<f64>, tensor<9x8xf64>
}

// What is carried is read before it is added to, added to twice, or handed on elsewhere.
func.func @dependent(%x: tensor<10xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
    attributes {check.numpy = "np.cumsum(x)[-1], x.sum(), 0.5 * (2 ** 10 - 1) + 0 * x[0], np.cumsum(x)[:9].sum()"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<10> : tensor<i64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %half = prim.constant dense<0.5> : tensor<f64>
  %r:4 = flow.for %zero to %n step %one : tensor<i64> carry(%start, %start, %start, %start) : (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>) {
    %v = prim.take %x at %i axis 0 : tensor<10xf64>, tensor<i64>
    %a1 = prim.add %a, %v : tensor<f64>
    %b1 = prim.add %b, %v : tensor<f64>
    %twice = prim.add %c, %c : tensor<f64>
    %c1 = prim.add %twice, %half : tensor<f64>
    %d1 = prim.add %d, %a : tensor<f64>
    flow.yield %a1, %b1, %c1, %d1 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

// Variables that change places.
func.func @swapped(%x: tensor<9xf64>, %s: tensor<f64>, %t: tensor<f64>) -> (tensor<f64>, tensor<f64>)
    attributes {check.numpy = "t + x[::2].sum(), s + x[1::2].sum()"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<9> : tensor<i64>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%t, %s) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>, %b: tensor<f64>) {
    %v = prim.take %x at %i axis 0 : tensor<9xf64>, tensor<i64>
    %next = prim.add %a, %v : tensor<f64>
    flow.yield %b, %next : tensor<f64>, tensor<f64>
  }
  return %r#1, %r#0 : tensor<f64>, tensor<f64>
}

// Half types are rounded turn by turn; integers wrap around.
func.func @element_types(%x: tensor<20xf64>) -> (tensor<f16>, tensor<i8>)
    attributes {check.numpy = "np.float16(2048), np.int8(64)"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<20> : tensor<i64>
  %none = prim.constant dense<2048.0> : tensor<f16>
  %unit = prim.constant dense<1.0> : tensor<f16>
  %small = prim.constant dense<0> : tensor<i8>
  %r:2 = flow.for %zero to %n step %one : tensor<i64> carry(%none, %small) : (tensor<f16>, tensor<i8>) -> (tensor<f16>, tensor<i8>)
  body(%i: tensor<i64>, %a: tensor<f16>, %b: tensor<i8>) {
    %v = prim.take %x at %i axis 0 : tensor<20xf64>, tensor<i64>
    %w = prim.sub %v, %v : tensor<f64>
    %h = prim.cast %w : tensor<f64> -> tensor<f16>
    %u = prim.add %h, %unit : tensor<f16>
    %c = prim.add %a, %u : tensor<f16>
    %k = prim.constant dense<16> : tensor<i8>
    %d = prim.add %b, %k : tensor<i8>
    flow.yield %c, %d : tensor<f16>, tensor<i8>
  }
  return %r#0, %r#1 : tensor<f16>, tensor<i8>
}
