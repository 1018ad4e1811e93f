// Last axes of one, two and four places: lanes lie along the axis before, of a length that fills no vectors.
func.func @pairs(%x: tensor<37xf64>, %y: tensor<37xf64>) -> tensor<37x2xf64>
    attributes {check.numpy = "np.stack([x * y, x + y], 1)"} {
  %a = prim.mul %x, %y : tensor<37xf64>
  %b = prim.add %x, %y : tensor<37xf64>
  %c = prim.expand_dims %a axes [1] : tensor<37xf64>
  %d = prim.expand_dims %b axes [1] : tensor<37xf64>
  %z = prim.concat %c, %d axis 1 : tensor<37x1xf64>, tensor<37x1xf64>
  return %z : tensor<37x2xf64>
}

func.func @of_pairs(%x: tensor<3x21x2xf64>) -> (tensor<3x21x2xf64>, tensor<3x21x1xf64>)
    attributes {check.numpy = "np.stack([-x[..., 1], x[..., 0]], 2), x[..., :1] * x[..., 1:]"} {
  %a = prim.slice %x starts [0, 0, 0] limits [?, ?, 1] strides [1, 1, 1] : tensor<3x21x2xf64>
  %b = prim.slice %x starts [0, 0, 1] limits [?, ?, 2] strides [1, 1, 1] : tensor<3x21x2xf64>
  %c = prim.neg %b : tensor<3x21x1xf64>
  %y = prim.concat %c, %a axis 2 : tensor<3x21x1xf64>, tensor<3x21x1xf64>
  %z = prim.mul %a, %b : tensor<3x21x1xf64>
  return %y, %z : tensor<3x21x2xf64>, tensor<3x21x1xf64>
}

func.func @fours(%x: tensor<2x19x4xf64>, %scale: tensor<4xf64>) -> tensor<2x19x4xf64>
    attributes {check.numpy = "np.concatenate([x[..., 2:], x[..., :2]], 2) * scale"} {
  %a = prim.slice %x starts [0, 0, 0] limits [?, ?, 2] strides [1, 1, 1] : tensor<2x19x4xf64>
  %b = prim.slice %x starts [0, 0, 2] limits [?, ?, 4] strides [1, 1, 1] : tensor<2x19x4xf64>
  %c = prim.concat %b, %a axis 2 : tensor<2x19x2xf64>, tensor<2x19x2xf64>
  %s = prim.broadcast %scale : tensor<4xf64> -> tensor<2x19x4xf64>
  %y = prim.mul %c, %s : tensor<2x19x4xf64>
  return %y : tensor<2x19x4xf64>
}

func.func @every_second_pair(%x: tensor<70x2xf64>) -> tensor<35x2xf64>
    attributes {check.numpy = "np.flip(x[::2], 1)"} {
  %a = prim.slice %x starts [0, 0] limits [?, ?] strides [2, 1] : tensor<70x2xf64>
  %y = prim.flip %a axes [1] : tensor<35x2xf64>
  return %y : tensor<35x2xf64>
}

func.func @open(%x: tensor<?x2xf64> {check.shape = [29, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "np.flip(x * x, 1)"} {
  %a = prim.flip %x axes [1] : tensor<?x2xf64>
  %y = prim.mul %a, %a : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @turned(%x: tensor<2x23xf64>) -> tensor<23x2xf64> attributes {check.numpy = "(x + 1).T"} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %all = prim.broadcast %one : tensor<f64> -> tensor<2x23xf64>
  %a = prim.add %x, %all : tensor<2x23xf64>
  %y = prim.transpose %a permutation [1, 0] : tensor<2x23xf64>
  return %y : tensor<23x2xf64>
}
