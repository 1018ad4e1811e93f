func.func @hard_tanh(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.clip(x, -1, 1)", check.kinks = "at -1 and 1"} {
  %y = composite.hard_tanh %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @hard_tanh_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<4xf64>
  %y = composite.hard_tanh %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 1.0, -1.0, -0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @hard_sigmoid(%x: tensor<2x4xf64> {check.range = [-5.0, 5.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.clip(x + 3, 0, 6) / 6", check.kinks = "at -3 and 3"} {
  %y = composite.hard_sigmoid %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @hard_silu(%x: tensor<2x4xf64> {check.range = [-5.0, 5.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "x * np.clip(x + 3, 0, 6) / 6", check.kinks = "at -3 and 3"} {
  %y = composite.hard_silu %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @soft_sign(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x / (1 + np.abs(x))", check.kinks = "at 0, from the second derivative on"} {
  %y = composite.soft_sign %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @squareplus(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]},
    %b: tensor<2x3xf64> {check.range = [1.0, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "(x + np.sqrt(x * x + b)) / 2"} {
  %y = composite.squareplus %x, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @squareplus_of_dynamic(%x: tensor<?xf64> {check.shape = [3]},
    %b: tensor<?xf64> {check.range = [1.0, 4.0], check.shape = [3]}) -> tensor<?xf64>
    attributes {check.numpy = "(x + np.sqrt(x * x + b)) / 2"} {
  %y = composite.squareplus %x, %b : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @squareplus_of_large_numbers() -> tensor<5xf64> {
  %x = prim.constant dense<[1.0e200, -1.0e10, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %b = prim.constant dense<4.0> : tensor<5xf64>
  %y = composite.squareplus %x, %b : tensor<5xf64>
  check.close %y, dense<[1.0e200, 1.0e-10, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<5xf64> {rtol = 1.0e-14, atol = 0.0}
  return %y : tensor<5xf64>
}

func.func @sparse_plus(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.where(x <= -1, 0, np.where(x >= 1, x, (x + 1) ** 2 / 4))", check.kinks = "at -1 and 1, from the second derivative on"} {
  %y = composite.sparse_plus %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @sparse_plus_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %y = composite.sparse_plus %x : tensor<3xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @sparse_sigmoid(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.clip(x + 1, 0, 2) / 2", check.kinks = "at -1 and 1"} {
  %y = composite.sparse_sigmoid %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}
