// Programs that push and pop themselves.

// Each name is a name of the one stack: by capture, by two carries that change places, by a branch.
func.func @one_stack_of_many_names(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>},
                                   %y: tensor<f64> {check.value = dense<1.3> : tensor<f64>},
                                   %c: tensor<i1> {check.value = dense<true> : tensor<i1>, check.shared},
                                   %n: tensor<i64> {check.value = dense<3> : tensor<i64>})
    -> tensor<f64> attributes {check.order = 3, check.f64_only, check.numpy = "x**3 * y**2"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %unit = prim.constant dense<1.0> : tensor<f64>
  %s = flow.create_stack
  flow.push_back %s, %y : tensor<f64>
  %a, %b = flow.for %zero to %n step %one : tensor<i64> carry(%s, %s) : (!flow.stack, !flow.stack) -> (!flow.stack, !flow.stack)
  body(%i: tensor<i64>, %p: !flow.stack, %q: !flow.stack) {
    flow.push_back %q, %x : tensor<f64>
    flow.yield %q, %p : !flow.stack, !flow.stack
  }
  %u, %v = flow.if %c : tensor<i1> -> (!flow.stack, !flow.stack) {
    flow.yield %a, %s : !flow.stack, !flow.stack
  } else {
    flow.yield %b, %a : !flow.stack, !flow.stack
  }
  %cube = flow.for %zero to %n step %one : tensor<i64> reverse carry(%unit) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %product: tensor<f64>) {
    %popped = flow.pop_back %u : tensor<f64>
    %next = prim.mul %product, %popped : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  %last = flow.pop_back %v : tensor<f64>
  %square = prim.mul %last, %last : tensor<f64>
  %r = prim.mul %cube, %square : tensor<f64>
  return %r : tensor<f64>
}

// From the push on, the stack in the frame is known by what is popped.
func.func @stack_in_a_frame(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>},
                            %y: tensor<f64> {check.value = dense<1.3> : tensor<f64>})
    -> tensor<f64> attributes {check.order = 3, check.f64_only, check.numpy = "y * x**3"} {
  %o = flow.create_stack
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  flow.push_back %s, %y : tensor<f64>
  %a = flow.pop_back %s : tensor<f64>
  flow.push_back %o, %x, %s : tensor<f64>, !flow.stack
  %b, %t = flow.pop_back %o : tensor<f64>, !flow.stack
  flow.push_back %t, %b : tensor<f64>
  %c = flow.pop_back %t : tensor<f64>
  %d = flow.pop_back %t : tensor<f64>
  %ab = prim.mul %a, %b : tensor<f64>
  %cd = prim.mul %c, %d : tensor<f64>
  %r = prim.mul %ab, %cd : tensor<f64>
  return %r : tensor<f64>
}

// A frame of no bytes still holds a tensor.
func.func @frame_of_an_empty_tensor(%x: tensor<0xf64>) -> tensor<0xf64>
    attributes {check.numpy = "x"} {
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<0xf64>
  %y = flow.pop_back %s : tensor<0xf64>
  return %y : tensor<0xf64>
}

// The derivative reads %z, which only dead code uses: without the derivative, that stays as it was.
func.func @derivative_reads_dead_code(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>})
    -> tensor<f64> attributes {check.f64_only, check.numpy = "x * x"} {
  %s = flow.create_stack
  %z = prim.mul %x, %x : tensor<f64>
  %y = prim.sin %z : tensor<f64>
  flow.push_back %s, %y, %x : tensor<f64>, tensor<f64>
  %a, %b = flow.pop_back %s : tensor<f64>, tensor<f64>
  %r = prim.mul %b, %b : tensor<f64>
  return %r : tensor<f64>
}

// Any one of several frames nobody reads counts the turns; it is the same one after a derivative.
func.func @two_frames_that_only_count(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>},
                                      %n: tensor<i64> {check.value = dense<3> : tensor<i64>})
    -> tensor<f64> attributes {check.f64_only, check.numpy = "np.sin(np.sin(np.sin(x)))"} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  %turns = flow.while (%zero) : (tensor<i64>) -> (tensor<i64>)
  cond(%i: tensor<i64>) {
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i : tensor<i64>
  } body(%i: tensor<i64>) {
    flow.push_back %s, %x : tensor<f64>
    flow.push_back %s, %x : tensor<f64>
    %next = prim.add %i, %one : tensor<i64>
    flow.yield %next : tensor<i64>
  }
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%y: tensor<f64>) {
    %done = flow.is_empty %s
    %more = prim.not %done : tensor<i1>
    flow.cond_yield %more : tensor<i1>, %y : tensor<f64>
  } body(%y: tensor<f64>) {
    %a = flow.pop_back %s : tensor<f64>
    %b = flow.pop_back %s : tensor<f64>
    %z = prim.sin %y : tensor<f64>
    flow.yield %z : tensor<f64>
  }
  return %r : tensor<f64>
}

// When the variable turns out to be dead, the stack it starts from is not.
func.func @carries_a_stack_in_vain(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>},
                                   %n: tensor<i64> {check.value = dense<3> : tensor<i64>})
    -> tensor<f64> attributes {check.f64_only} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %s = flow.create_stack
  flow.push_back %s, %x : tensor<f64>
  %y, %t = flow.for %zero to %n step %one : tensor<i64> carry(%x, %s) : (tensor<f64>, !flow.stack) -> (tensor<f64>, !flow.stack)
  body(%i: tensor<i64>, %a: tensor<f64>, %p: !flow.stack) {
    %b = prim.sin %a : tensor<f64>
    flow.yield %b, %p : tensor<f64>, !flow.stack
  }
  %z = flow.pop_back %s : tensor<f64>
  %r = prim.mul %y, %z : tensor<f64>
  return %r : tensor<f64>
}

// In a batch, the branches ask for any lane of %c, and for any lane of what is not the popped one.
func.func @condition_in_a_frame(%x: tensor<f64> {check.value = dense<0.7> : tensor<f64>},
                                %c: tensor<i1> {check.value = dense<false> : tensor<i1>})
    -> tensor<f64> attributes {check.f64_only, check.numpy = "np.where(c, x, x * x)"} {
  %s = flow.create_stack
  %d = prim.not %c : tensor<i1>
  flow.if %d : tensor<i1> {
    %xx = prim.mul %x, %x : tensor<f64>
    flow.push_back %s, %xx : tensor<f64>
  } else {
    flow.push_back %s, %x : tensor<f64>
  }
  flow.push_back %s, %d : tensor<i1>
  %e = flow.pop_back %s : tensor<i1>
  %r = flow.if %e : tensor<i1> -> (tensor<f64>) {
    %y = flow.pop_back %s : tensor<f64>
    flow.yield %y : tensor<f64>
  } else {
    %y = flow.pop_back %s : tensor<f64>
    flow.yield %y : tensor<f64>
  }
  return %r : tensor<f64>
}
