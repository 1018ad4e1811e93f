func.func @sigmoid(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.expit(x)"} {
  %y = composite.sigmoid %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sigmoid_at_zero_is_smooth(%x: tensor<2xf64> {check.value = dense<[0.0, -0.0]> : tensor<2xf64>}) -> tensor<2xf64>
    attributes {check.numpy = "np.full(2, 0.5)"} {
  %y = composite.sigmoid %x : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @sigmoid_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -700.0, 40.0]> : tensor<5xf64>
  %y = composite.sigmoid %x : tensor<5xf64>
  check.close %y, dense<[0x7FF8000000000000, 1.0, 0.0, 9.859676543759770e-305, 1.0]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @log_sigmoid(%x: tensor<?xf64> {check.range = [-3.0, 3.0], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "sp.log_expit(x)"} {
  %y = composite.log_sigmoid %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @log_sigmoid_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -1000.0]> : tensor<4xf64>
  %y = composite.log_sigmoid %x : tensor<4xf64>
  check.close %y, dense<[0x7FF8000000000000, 0.0, 0xFFF0000000000000, -1000.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @softplus(%x: tensor<f64> {check.range = [-3.0, 3.0]}) -> tensor<f64>
    attributes {check.numpy = "np.logaddexp(0, x)"} {
  %y = composite.softplus %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @softplus_at_zero_is_smooth(%x: tensor<2xf64> {check.value = dense<[0.0, -0.0]> : tensor<2xf64>}) -> tensor<2xf64>
    attributes {check.numpy = "np.full(2, np.log(2))"} {
  %y = composite.softplus %x : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @softplus_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1000.0, -50.0]> : tensor<5xf64>
  %y = composite.softplus %x : tensor<5xf64>
  check.close %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0, 1000.0, 1.928749847963918e-22]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @silu(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x * sp.expit(x)"} {
  %y = composite.silu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @silu_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, -1000.0, 0.0]> : tensor<4xf64>
  %y = composite.silu %x : tensor<4xf64>
  check.close %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @mish(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "x * np.tanh(np.logaddexp(0, x))"} {
  %y = composite.mish %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
