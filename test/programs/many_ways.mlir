// Loops of blocks with many ways out and with many ways in: lifting chooses among them by a number
// of its own.

// At 1: x + 10 x^2 + 100 x^3 + 11000 x^4, each power by an exit of its own.
func.func @loop_with_four_exits(%x: tensor<f64> {check.value = dense<1.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [11111.0, 44321.0, 132620.0]} {
  %ten = prim.constant dense<10.0> : tensor<f64>
  %i0 = prim.constant dense<1> : tensor<i64>
  %y0 = func.call @four_exits(%x, %i0) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i1 = prim.constant dense<2> : tensor<i64>
  %y1 = func.call @four_exits(%x, %i1) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i2 = prim.constant dense<3> : tensor<i64>
  %y2 = func.call @four_exits(%x, %i2) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i3 = prim.constant dense<4> : tensor<i64>
  %y3 = func.call @four_exits(%x, %i3) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i4 = prim.constant dense<6> : tensor<i64>
  %y4 = func.call @four_exits(%x, %i4) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %p4 = prim.mul %y4, %ten : tensor<f64>
  %s3 = prim.add %y3, %p4 : tensor<f64>
  %p3 = prim.mul %s3, %ten : tensor<f64>
  %s2 = prim.add %y2, %p3 : tensor<f64>
  %p2 = prim.mul %s2, %ten : tensor<f64>
  %s1 = prim.add %y1, %p2 : tensor<f64>
  %p1 = prim.mul %s1, %ten : tensor<f64>
  %s0 = prim.add %y0, %p1 : tensor<f64>
  return %s0 : tensor<f64>
}

// Counts down to one of its exits.
func.func private @four_exits(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
  %one = prim.constant dense<1> : tensor<i64>
  cf.br ^head(%n : tensor<i64>)
^head(%i: tensor<i64>):
  %flag = tensor.extract %i[] : tensor<i64>
  cf.switch %flag : i64, [default: ^next, 1: ^first, 2: ^second, 3: ^third, 4: ^fourth]
^next:
  %j = prim.sub %i, %one : tensor<i64>
  cf.br ^head(%j : tensor<i64>)
^first:
  return %x : tensor<f64>
^second:
  %square = prim.mul %x, %x : tensor<f64>
  return %square : tensor<f64>
^third:
  %a = prim.mul %x, %x : tensor<f64>
  %cube = prim.mul %a, %x : tensor<f64>
  return %cube : tensor<f64>
^fourth:
  %b = prim.mul %x, %x : tensor<f64>
  %c = prim.mul %b, %b : tensor<f64>
  return %c : tensor<f64>
}

// At 2: entered at ^double it gives 36 x + 21, at ^add 18 x + 21, at ^triple 18 x + 3.
func.func @loop_with_three_entries(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>})
    -> tensor<f64> attributes {check.derivatives = [395793.0, 181836.0, 0.0]} {
  %hundred = prim.constant dense<100.0> : tensor<f64>
  %i0 = prim.constant dense<0> : tensor<i64>
  %y0 = func.call @three_entries(%x, %i0) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i1 = prim.constant dense<1> : tensor<i64>
  %y1 = func.call @three_entries(%x, %i1) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %i2 = prim.constant dense<2> : tensor<i64>
  %y2 = func.call @three_entries(%x, %i2) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %p2 = prim.mul %y2, %hundred : tensor<f64>
  %s1 = prim.add %y1, %p2 : tensor<f64>
  %p1 = prim.mul %s1, %hundred : tensor<f64>
  %s0 = prim.add %y0, %p1 : tensor<f64>
  return %s0 : tensor<f64>
}

func.func private @three_entries(%x: tensor<f64>, %i: tensor<i64>) -> tensor<f64> {
  %1 = prim.constant dense<1.0> : tensor<f64>
  %3 = prim.constant dense<3.0> : tensor<f64>
  %20 = prim.constant dense<20.0> : tensor<f64>
  %flag = tensor.extract %i[] : tensor<i64>
  cf.switch %flag : i64, [
    default: ^double(%x : tensor<f64>), 1: ^add(%x : tensor<f64>), 2: ^triple(%x : tensor<f64>)]
^double(%a: tensor<f64>):
  %b = prim.add %a, %a : tensor<f64>
  cf.br ^add(%b : tensor<f64>)
^add(%c: tensor<f64>):
  %d = prim.add %c, %1 : tensor<f64>
  cf.br ^triple(%d : tensor<f64>)
^triple(%e: tensor<f64>):
  %f = prim.mul %e, %3 : tensor<f64>
  %small = prim.lt %f, %20 : tensor<f64>
  %again = tensor.extract %small[] : tensor<i1>
  cf.cond_br %again, ^double(%f : tensor<f64>), ^end
^end:
  return %f : tensor<f64>
}
