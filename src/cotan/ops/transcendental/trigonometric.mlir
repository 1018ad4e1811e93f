func.func @sin(%x: tensor<2x3xf64> {check.range = [-4.0, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.sin(x)"} {
  %y = prim.sin %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sin_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e22]> : tensor<5xf64>
  %y = prim.sin %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.8522008497671888]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @cos(%x: tensor<?xf64> {check.range = [-4.0, 4.0], check.shape = [5]}) -> tensor<?xf64>
    attributes {check.numpy = "np.cos(x)"} {
  %y = prim.cos %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @cos_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e22]> : tensor<4xf64>
  %y = prim.cos %x : tensor<4xf64>
  check.close %y, dense<[1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0.5232147853951389]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @tan(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "np.tan(x)"} {
  %y = prim.tan %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @tan_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0.7853981633974483]> : tensor<4xf64>
  %y = prim.tan %x : tensor<4xf64>
  check.close %y, dense<[-0.0, 0x7FF8000000000000, 0x7FF8000000000000, 1.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @asin(%x: tensor<4xf64> {check.range = [-0.9, 0.9]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arcsin(x)"} {
  %y = prim.asin %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @asin_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.asin %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 1.5707963267948966, -1.5707963267948966, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @acos(%x: tensor<4xf64> {check.range = [-0.9, 0.9]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arccos(x)"} {
  %y = prim.acos %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @acos_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, 1.0, -1.0, -1.5, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.acos %x : tensor<5xf64>
  check.close %y, dense<[1.5707963267948966, 0.0, 3.141592653589793, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @atan(%x: tensor<0x2xf64> {check.range = [-3.0, 3.0]}) -> tensor<0x2xf64>
    attributes {check.numpy = "np.arctan(x)"} {
  %y = prim.atan %x : tensor<0x2xf64>
  return %y : tensor<0x2xf64>
}

func.func @atan_of_vector(%x: tensor<4xf64> {check.range = [-3.0, 3.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.arctan(x)"} {
  %y = prim.atan %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @atan_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = prim.atan %x : tensor<4xf64>
  check.close %y, dense<[-0.0, 1.5707963267948966, -1.5707963267948966, 0x7FF8000000000000]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @atan2(%y: tensor<2x3xf64>, %x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.arctan2(y, x)"} {
  %z = prim.atan2 %y, %x : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @atan2_of_zeros_and_infinities() -> tensor<6xf64> {
  %y = prim.constant dense<[0.0, -0.0, 0.0, -0.0, 0x7FF0000000000000, 1.0]> : tensor<6xf64>
  %x = prim.constant dense<[0.0, 0.0, -0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %z = prim.atan2 %y, %x : tensor<6xf64>
  check.close %z, dense<[0.0, -0.0, 3.141592653589793, -3.141592653589793, 0.7853981633974483, 0x7FF8000000000000]> : tensor<6xf64>
  return %z : tensor<6xf64>
}
