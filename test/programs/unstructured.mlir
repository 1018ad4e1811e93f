// Branches between blocks run, are lifted to structured control flow, and are differentiated so.

// x to the n by a loop of blocks: 243, 405, 540, 540 as its structured twin in power.mlir.
func.func @power_of_blocks(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                           %n: tensor<i64> {check.value = dense<5> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [243.0, 405.0, 540.0, 540.0], check.order = 3} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<f64>
  cf.br ^head(%zero, %start : tensor<i64>, tensor<f64>)
^head(%i: tensor<i64>, %y: tensor<f64>):
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end
^body:
  %z = prim.mul %y, %x : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  cf.br ^head(%j, %z : tensor<i64>, tensor<f64>)
^end:
  return %y : tensor<f64>
}

// The condition is tested after the work: at least one turn, x^2 for n = 0.
func.func @loop_that_tests_last(%x: tensor<f64> {check.value = dense<3.0> : tensor<f64>},
                                %n: tensor<i64> {check.value = dense<0> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [9.0, 6.0, 2.0]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  cf.br ^body(%zero, %x : tensor<i64>, tensor<f64>)
^body(%i: tensor<i64>, %y: tensor<f64>):
  %z = prim.mul %y, %x : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  %more = prim.lt %j, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body(%j, %z : tensor<i64>, tensor<f64>), ^end
^end:
  return %z : tensor<f64>
}

// Doubles x up to n times, but leaves as soon as it is beyond 4 and squares it: 1.5, 3, 6 -> 36.
func.func @loop_with_two_exits(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>},
                               %n: tensor<i64> {check.value = dense<9> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [36.0, 48.0, 32.0]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %limit = prim.constant dense<4.0> : tensor<f64>
  cf.br ^head(%zero, %x : tensor<i64>, tensor<f64>)
^head(%i: tensor<i64>, %y: tensor<f64>):
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end
^body:
  %z = prim.add %y, %y : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  %beyond = prim.gt %z, %limit : tensor<f64>
  %d = tensor.extract %beyond[] : tensor<i1>
  cf.cond_br %d, ^early, ^head(%j, %z : tensor<i64>, tensor<f64>)
^early:
  %square = prim.mul %z, %z : tensor<f64>
  return %square : tensor<f64>
^end:
  return %y : tensor<f64>
}

// The same, leaving by the count: 1.5 * 2.
func.func @loop_with_two_exits_by_the_other(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>},
    %n: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [3.0, 2.0, 0.0]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %limit = prim.constant dense<4.0> : tensor<f64>
  cf.br ^head(%zero, %x : tensor<i64>, tensor<f64>)
^head(%i: tensor<i64>, %y: tensor<f64>):
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end
^body:
  %z = prim.add %y, %y : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  %beyond = prim.gt %z, %limit : tensor<f64>
  %d = tensor.extract %beyond[] : tensor<i1>
  cf.cond_br %d, ^early, ^head(%j, %z : tensor<i64>, tensor<f64>)
^early:
  %square = prim.mul %z, %z : tensor<f64>
  return %square : tensor<f64>
^end:
  return %y : tensor<f64>
}

// Cases may have any values, an unknown one takes the default, and paths may return on their own:
// -3 -> x^2 + 1.
func.func @switch_of_blocks(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
                            %i: tensor<i32> {check.value = dense<-3> : tensor<i32>}) -> tensor<f64>
    attributes {check.derivatives = [5.0, 4.0, 2.0]} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %flag = tensor.extract %i[] : tensor<i32>
  cf.switch %flag : i32, [
    default: ^end(%x : tensor<f64>), -3: ^square, 2: ^double, 5: ^end(%one : tensor<f64>)]
^square:
  %a = prim.mul %x, %x : tensor<f64>
  cf.br ^end(%a : tensor<f64>)
^double:
  %b = prim.add %x, %x : tensor<f64>
  return %b : tensor<f64>
^end(%r: tensor<f64>):
  %s = prim.add %r, %one : tensor<f64>
  return %s : tensor<f64>
}

func.func @switch_of_blocks_takes_the_default(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
    %i: tensor<i64> {check.value = dense<-1> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [3.0, 1.0, 0.0]} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %flag = tensor.extract %i[] : tensor<i64>
  cf.switch %flag : i64, [
    default: ^end(%x : tensor<f64>), 0: ^square, 1: ^end(%one : tensor<f64>)]
^square:
  %a = prim.mul %x, %x : tensor<f64>
  cf.br ^end(%a : tensor<f64>)
^end(%r: tensor<f64>):
  %s = prim.add %r, %one : tensor<f64>
  return %s : tensor<f64>
}

// A loop with two ways in (irreducible). From 0.25 it enters at ^halve: 0.125 + 0.5 = 0.625, then
// twice more: 0.3125 + 0.5 = 0.8125, 0.40625 + 0.5 = 0.90625. Each turn halves the derivative.
func.func @loop_with_two_entries(%x: tensor<f64> {check.value = dense<0.25> : tensor<f64>},
    %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64>
    attributes {check.derivatives = [0.90625, 0.125, 0.0]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %half = prim.constant dense<0.5> : tensor<f64>
  %small = prim.lt %x, %half : tensor<f64>
  %c = tensor.extract %small[] : tensor<i1>
  cf.cond_br %c, ^halve(%zero, %x : tensor<i64>, tensor<f64>), ^add(%one, %half : tensor<i64>, tensor<f64>)
^halve(%i: tensor<i64>, %y: tensor<f64>):
  %j = prim.add %i, %one : tensor<i64>
  %z = prim.mul %y, %half : tensor<f64>
  cf.br ^add(%j, %z : tensor<i64>, tensor<f64>)
^add(%k: tensor<i64>, %w: tensor<f64>):
  %v = prim.add %w, %half : tensor<f64>
  %more = prim.lt %k, %n : tensor<i64>
  %d = tensor.extract %more[] : tensor<i1>
  cf.cond_br %d, ^halve(%k, %v : tensor<i64>, tensor<f64>), ^end
^end:
  return %v : tensor<f64>
}

// Loops of blocks around each other and around structured ones, which read what the blocks define.
// i = 0: y = x^2; i = 1: the inner loop runs for j = 0, with no turn of flow.for, halving y^2.
func.func @loops_within_loops(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>},
    %n: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<f64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %half = prim.constant dense<0.5> : tensor<f64>
  cf.br ^outer(%zero, %x : tensor<i64>, tensor<f64>)
^outer(%i: tensor<i64>, %y: tensor<f64>):
  %square = prim.mul %y, %y : tensor<f64>
  %moreOuter = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %moreOuter[] : tensor<i1>
  cf.cond_br %c, ^inner(%zero, %square : tensor<i64>, tensor<f64>), ^end
^inner(%j: tensor<i64>, %z: tensor<f64>):
  %moreInner = prim.lt %j, %i : tensor<i64>
  %d = tensor.extract %moreInner[] : tensor<i1>
  cf.cond_br %d, ^body, ^next
^body:
  %k = prim.add %j, %one : tensor<i64>
  %v = prim.mul %z, %half : tensor<f64>
  %w = flow.for %zero to %j step %one : tensor<i64> carry(%v) : (tensor<f64>) -> tensor<f64>
  body(%m: tensor<i64>, %a: tensor<f64>) {
    %b = prim.add %a, %z : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  cf.br ^inner(%k, %w : tensor<i64>, tensor<f64>)
^next:
  %l = prim.add %i, %one : tensor<i64>
  cf.br ^outer(%l, %z : tensor<i64>, tensor<f64>)
^end:
  return %y : tensor<f64>
}

// The sizes of a value that only one path has are not known where the paths meet.
func.func @open_sizes(%x: tensor<?xf64> {check.shape = [3]},
                      %n: tensor<i64> {check.value = dense<2> : tensor<i64>, check.shared,
                          check.lanes = dense<[3, 3]> : tensor<2xi64>}) -> tensor<?xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  cf.br ^head(%zero, %x : tensor<i64>, tensor<?xf64>)
^head(%i: tensor<i64>, %y: tensor<?xf64>):
  %z = prim.mul %y, %x : tensor<?xf64>
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^body, ^end
^body:
  %j = prim.add %i, %one : tensor<i64>
  %w = prim.add %z, %y : tensor<?xf64>
  %beyond = prim.gt %j, %five : tensor<i64>
  %d = tensor.extract %beyond[] : tensor<i1>
  cf.cond_br %d, ^early, ^head(%j, %w : tensor<i64>, tensor<?xf64>)
^early:
  %v = prim.add %w, %w : tensor<?xf64>
  return %v : tensor<?xf64>
^end:
  return %z : tensor<?xf64>
}

// Pushes in one loop of blocks, pops in the next: 3 turns of x, x^2, x^4 give x^7.
func.func @stack_across_blocks(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>},
    %n: tensor<i64> {check.value = dense<3> : tensor<i64>, check.shared}) -> tensor<f64>
    attributes {check.no_gradient, check.derivatives = [17.0859375]} {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %start = prim.constant dense<1.0> : tensor<f64>
  %stack = flow.create_stack
  cf.br ^head(%zero, %x : tensor<i64>, tensor<f64>)
^head(%i: tensor<i64>, %y: tensor<f64>):
  %more = prim.lt %i, %n : tensor<i64>
  %c = tensor.extract %more[] : tensor<i1>
  cf.cond_br %c, ^push, ^pop(%start : tensor<f64>)
^push:
  flow.push_back %stack, %y : tensor<f64>
  %z = prim.mul %y, %y : tensor<f64>
  %j = prim.add %i, %one : tensor<i64>
  cf.br ^head(%j, %z : tensor<i64>, tensor<f64>)
^pop(%w: tensor<f64>):
  %empty = flow.is_empty %stack
  %d = tensor.extract %empty[] : tensor<i1>
  cf.cond_br %d, ^end, ^multiply
^multiply:
  %v = flow.pop_back %stack : tensor<f64>
  %u = prim.mul %w, %v : tensor<f64>
  cf.br ^pop(%u : tensor<f64>)
^end:
  return %w : tensor<f64>
}
