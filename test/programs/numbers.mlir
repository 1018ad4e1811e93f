// Numbers outside of tensors, as the branches of `cf` are on, wherever a value may be: they are 0-d
// tensors to every pass and derivative.

func.func @around_a_loop(%x: tensor<f64> {check.value = dense<0.8> : tensor<f64>},
                         %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64>
    attributes {check.order = 3, check.numpy = "x**4"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %a = tensor.extract %x[] : tensor<f64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%a) : (f64) -> (f64)
  body(%i: tensor<i64>, %b: f64) {
    %c = tensor.from_elements %b : tensor<f64>
    %d = prim.mul %c, %x : tensor<f64>
    %e = tensor.extract %d[] : tensor<f64>
    flow.yield %e : f64
  }
  %z = tensor.from_elements %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @conditions(%x: tensor<f64> {check.value = dense<0.8> : tensor<f64>},
                      %c: tensor<i1> {check.value = dense<true> : tensor<i1>},
                      %k: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<f64>
    attributes {check.f64_only, check.numpy = "np.where(c, np.choose(np.clip(k, 0, 1), [x, x * x]), x)"} {
  %d = tensor.extract %c[] : tensor<i1>
  %i = tensor.extract %k[] : tensor<i64>
  flow.assert %d, "never false where it is tried" : i1
  %y = flow.if %d : i1 -> (tensor<f64>) {
    %z = flow.switch %i : i64 -> (tensor<f64>)
    case {
      flow.yield %x : tensor<f64>
    } case {
      %xx = prim.mul %x, %x : tensor<f64>
      flow.yield %xx : tensor<f64>
    }
    flow.yield %z : tensor<f64>
  } else {
    flow.yield %x : tensor<f64>
  }
  return %y : tensor<f64>
}

func.func @condition_of_a_loop(%x: tensor<f64> {check.value = dense<0.8> : tensor<f64>},
                               %limit: tensor<f64> {check.value = dense<5.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.f64_only, check.numpy = "x * 2**np.ceil(np.log2(limit / x))"} {
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    %number = tensor.extract %more[] : tensor<i1>
    flow.cond_yield %number : i1, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.add %a, %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
}

func.func @in_frames(%x: tensor<f64> {check.value = dense<0.8> : tensor<f64>},
                     %c: tensor<i1> {check.value = dense<true> : tensor<i1>}) -> tensor<f64>
    attributes {check.f64_only, check.numpy = "np.where(c, x * x, x)"} {
  %s = flow.create_stack
  %d = tensor.extract %c[] : tensor<i1>
  %a = tensor.extract %x[] : tensor<f64>
  flow.push_back %s, %d, %a : i1, f64
  %e, %b = flow.pop_back %s : i1, f64
  %y = tensor.from_elements %b : tensor<f64>
  %z = flow.if %e : i1 -> (tensor<f64>) {
    %yy = prim.mul %y, %y : tensor<f64>
    flow.yield %yy : tensor<f64>
  } else {
    flow.yield %y : tensor<f64>
  }
  return %z : tensor<f64>
}
