// flow.scan, and with it --lower-scan: carried values, stacked results, both directions, open sizes.

func.func @cumulative_sum(%xs: tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>)
    attributes {check.numpy = "xs.sum(), np.cumsum(xs)"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %last, %all = flow.scan carry(%zero) over(%xs) : (tensor<f64>, tensor<5xf64>) -> (tensor<f64>, tensor<5xf64>)
  body(%h: tensor<f64>, %x: tensor<f64>) {
    %next = prim.add %h, %x : tensor<f64>
    flow.yield %next, %next : tensor<f64>, tensor<f64>
  }
  return %last, %all : tensor<f64>, tensor<5xf64>
}

// From last to first; the stacked results keep the order of the inputs.
func.func @cumulative_product_from_the_end(%xs: tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
    attributes {check.numpy = "np.prod(xs), np.cumprod(xs[::-1])[::-1]"} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %last, %all = flow.scan carry(%one) over(%xs) reverse : (tensor<f64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
  body(%h: tensor<f64>, %x: tensor<f64>) {
    %next = prim.mul %h, %x : tensor<f64>
    flow.yield %next, %next : tensor<f64>, tensor<f64>
  }
  return %last, %all : tensor<f64>, tensor<4xf64>
}

func.func @rows_of_two_inputs(%xs: tensor<3x2xf64>, %ys: tensor<3x2xf64>) -> tensor<3x2xf64>
    attributes {check.numpy = "xs * ys"} {
  %all = flow.scan carry() over(%xs, %ys) : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  body(%x: tensor<2xf64>, %y: tensor<2xf64>) {
    %z = prim.mul %x, %y : tensor<2xf64>
    flow.yield %z : tensor<2xf64>
  }
  return %all : tensor<3x2xf64>
}

func.func @nothing_stacked(%h: tensor<2xf64>, %xs: tensor<3x2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "h * np.prod(xs, axis=0)"} {
  %last = flow.scan carry(%h) over(%xs) : (tensor<2xf64>, tensor<3x2xf64>) -> tensor<2xf64>
  body(%a: tensor<2xf64>, %x: tensor<2xf64>) {
    %b = prim.mul %a, %x : tensor<2xf64>
    flow.yield %b : tensor<2xf64>
  }
  return %last : tensor<2xf64>
}

func.func @no_turn(%h: tensor<f64>, %xs: tensor<0x2xf64>) -> (tensor<f64>, tensor<0x2xf64>)
    attributes {check.numpy = "h, xs"} {
  %last, %all = flow.scan carry(%h) over(%xs) : (tensor<f64>, tensor<0x2xf64>) -> (tensor<f64>, tensor<0x2xf64>)
  body(%a: tensor<f64>, %x: tensor<2xf64>) {
    %b = prim.mul %a, %a : tensor<f64>
    flow.yield %b, %x : tensor<f64>, tensor<2xf64>
  }
  return %last, %all : tensor<f64>, tensor<0x2xf64>
}

// The length is open, and one input says it.
func.func @open_length(%h: tensor<f64>, %xs: tensor<?xf64> {check.shape = [4]}, %ys: tensor<4xf64>)
    -> (tensor<f64>, tensor<4xf64>) attributes {check.numpy = "h * np.prod(xs * ys), h * np.cumprod(xs * ys)"} {
  %last, %all = flow.scan carry(%h) over(%xs, %ys)
      : (tensor<f64>, tensor<?xf64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
  body(%a: tensor<f64>, %x: tensor<f64>, %y: tensor<f64>) {
    %z = prim.mul %x, %y : tensor<f64>
    %b = prim.mul %a, %z : tensor<f64>
    flow.yield %b, %b : tensor<f64>, tensor<f64>
  }
  return %last, %all : tensor<f64>, tensor<4xf64>
}

// All sizes are open. The rows have the shape of what the body computes from, element by element.
func.func @open_sizes(%h: tensor<?xf64> {check.shape = [3]}, %xs: tensor<?x?xf64> {check.shape = [4, 3]})
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {check.numpy = "h * np.prod(xs, axis=0), h * np.cumprod(xs, axis=0), -xs"} {
  %last, %all, %neg = flow.scan carry(%h) over(%xs)
      : (tensor<?xf64>, tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  body(%a: tensor<?xf64>, %x: tensor<?xf64>) {
    %b = prim.mul %a, %x : tensor<?xf64>
    %c = prim.neg %x : tensor<?xf64>
    flow.yield %b, %b, %c : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  return %last, %all, %neg : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// What shape the rows have is up to the body: its first turn is run to find out.
func.func @sizes_found_in_the_body(%xs: tensor<?x?xf64> {check.shape = [4, 3]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.concatenate([xs, xs], axis=1)"} {
  %all = flow.scan carry() over(%xs) reverse : (tensor<?x?xf64>) -> tensor<?x?xf64>
  body(%x: tensor<?xf64>) {
    %y = prim.concat %x, %x axis 0 : tensor<?xf64>, tensor<?xf64>
    flow.yield %y : tensor<?xf64>
  }
  return %all : tensor<?x?xf64>
}

func.func @sizes_found_in_no_turn(%xs: tensor<?x?xf64> {check.shape = [0, 3]}) -> tensor<?x2x?xf64>
    attributes {check.no_gradient, check.numpy = "np.zeros((0, 2, 0))"} {
  %all = flow.scan carry() over(%xs) : (tensor<?x?xf64>) -> tensor<?x2x?xf64>
  body(%x: tensor<?xf64>) {
    %row = prim.expand_dims %x axes [0] : tensor<?xf64>
    %y = prim.concat %row, %row axis 0 : tensor<1x?xf64>, tensor<1x?xf64>
    flow.yield %y : tensor<2x?xf64>
  }
  return %all : tensor<?x2x?xf64>
}

// A recurrent network over a sequence, within which another scan goes over the state.
func.func @nested_scans(%h: tensor<2xf64>, %xs: tensor<3x2xf64>) -> (tensor<2xf64>, tensor<3x2xf64>)
    attributes {check.numpy =
      "(lambda a: (a[-1][0], np.stack([s for _, s in a[1:]])))(__import__('functools').reduce(lambda acc, x: acc + [(np.tanh(acc[-1][0] + x), np.cumsum(np.tanh(acc[-1][0] + x)))], xs, [(h, None)]))"} {
  %zero = prim.constant dense<0.0> : tensor<f64>
  %last, %all = flow.scan carry(%h) over(%xs) : (tensor<2xf64>, tensor<3x2xf64>) -> (tensor<2xf64>, tensor<3x2xf64>)
  body(%a: tensor<2xf64>, %x: tensor<2xf64>) {
    %sum = prim.add %a, %x : tensor<2xf64>
    %b = prim.tanh %sum : tensor<2xf64>
    %total, %sums = flow.scan carry(%zero) over(%b) : (tensor<f64>, tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
    body(%s: tensor<f64>, %y: tensor<f64>) {
      %t = prim.add %s, %y : tensor<f64>
      flow.yield %t, %t : tensor<f64>, tensor<f64>
    }
    flow.yield %b, %sums : tensor<2xf64>, tensor<2xf64>
  }
  return %last, %all : tensor<2xf64>, tensor<3x2xf64>
}

func.func @integers_and_conditions(%xs: tensor<3xi64> {check.value = dense<[1, -2, 3]> : tensor<3xi64>})
    -> (tensor<3xi64>, tensor<3xi1>) attributes {check.numpy = "xs * xs, xs > 0"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %squares, %positive = flow.scan carry() over(%xs) : (tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi1>)
  body(%x: tensor<i64>) {
    %y = prim.mul %x, %x : tensor<i64>
    %p = prim.gt %x, %zero : tensor<i64>
    flow.yield %y, %p : tensor<i64>, tensor<i1>
  }
  return %squares, %positive : tensor<3xi64>, tensor<3xi1>
}
