func.func @gamma(%x: tensor<2x3xf64> {check.range = [0.5, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.gamma(x)"} {
  %y = prim.gamma %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @gamma_of_negative_numbers(%x: tensor<4xf64> {check.range = [-1.8, -1.2]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.gamma(x)"} {
  %y = prim.gamma %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @gamma_of_special_values() -> tensor<8xf64> {
  %x = prim.constant dense<[0.0, -0.0, -1.0, 5.0, 172.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %y = prim.gamma %x : tensor<8xf64>
  check.close %y, dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 24.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  return %y : tensor<8xf64>
}

func.func @lgamma(%x: tensor<2x3xf64> {check.range = [0.5, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.gammaln(x)"} {
  %y = prim.lgamma %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @lgamma_of_negative_numbers(%x: tensor<4xf64> {check.range = [-1.8, -1.2]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.gammaln(x)"} {
  %y = prim.lgamma %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @lgamma_of_special_values() -> tensor<7xf64> {
  %x = prim.constant dense<[1.0, 2.0, 0.5, 0.0, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %y = prim.lgamma %x : tensor<7xf64>
  check.close %y, dense<[0.0, 0.0, 0.5723649429247001, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @digamma(%x: tensor<?xf64> {check.range = [0.5, 4.0], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "sp.digamma(x)"} {
  %y = prim.digamma %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @digamma_of_negative_numbers(%x: tensor<4xf64> {check.range = [-1.8, -1.2]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.digamma(x)"} {
  %y = prim.digamma %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @digamma_of_special_values() -> tensor<8xf64> {
  %x = prim.constant dense<[1.0, 0.5, 0.0, -0.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %y = prim.digamma %x : tensor<8xf64>
  check.close %y, dense<[-0.5772156649015329, -1.9635100260214235, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  return %y : tensor<8xf64>
}

func.func @polygamma(%x: tensor<4xf64> {check.range = [0.5, 4.0]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.polygamma(1, x)"} {
  %y = prim.polygamma %x order 1 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @polygamma_of_scalar(%x: tensor<f64> {check.range = [0.5, 4.0]}) -> tensor<f64>
    attributes {check.numpy = "sp.polygamma(2, x)"} {
  %y = prim.polygamma %x order 2 : tensor<f64>
  return %y : tensor<f64>
}

func.func @polygamma_of_special_values() -> tensor<7xf64> {
  %x = prim.constant dense<[1.0, 0.5, 0.0, -1.0, -0.5, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %y = prim.polygamma %x order 1 : tensor<7xf64>
  check.close %y, dense<[1.6449340668482264, 4.934802200544679, 0x7FF0000000000000, 0x7FF0000000000000, 8.934802200544679, 0.0, 0x7FF8000000000000]> : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @polygamma_of_order_two() -> tensor<5xf64> {
  %x = prim.constant dense<[1.0, 0.0, -0.0, -1.0, -0.5]> : tensor<5xf64>
  %y = prim.polygamma %x order 2 : tensor<5xf64>
  check.close %y, dense<[-2.4041138063191885, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -0.8287966442343199]> : tensor<5xf64>
  return %y : tensor<5xf64>
}
