func.func @relu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.maximum(x, 0)", check.kinks = "at 0"} {
  %y = composite.relu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @relu_of_dynamic(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.maximum(x, 0)", check.kinks = "at 0"} {
  %y = composite.relu %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @relu_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<4xf64>
  %y = composite.relu %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @relu6(%x: tensor<8xf64> {check.range = [-9.0, 9.0]}) -> tensor<8xf64>
    attributes {check.numpy = "np.clip(x, 0, 6)", check.kinks = "at 0 and 6"} {
  %y = composite.relu6 %x : tensor<8xf64>
  return %y : tensor<8xf64>
}

func.func @relu6_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %y = composite.relu6 %x : tensor<3xf64>
  check.equal %y, dense<[0x7FF8000000000000, 6.0, 0.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @leaky_relu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x >= 0, x, 0.01 * x)", check.kinks = "at 0"} {
  %y = composite.leaky_relu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @leaky_relu_of_scalar(%x: tensor<f64> {check.range = [-2.0, -1.0]}) -> tensor<f64>
    attributes {check.numpy = "0.2 * x", check.kinks = "at 0"} {
  %y = composite.leaky_relu %x slope 0.2 : tensor<f64>
  return %y : tensor<f64>
}

func.func @leaky_relu_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %y = composite.leaky_relu %x : tensor<3xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @elu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x > 0, x, np.expm1(x))", check.kinks = "at 0, from the second derivative on"} {
  %y = composite.elu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @elu_of_nothing(%x: tensor<0x3xf64>) -> tensor<0x3xf64> attributes {check.numpy = "x"} {
  %y = composite.elu %x alpha 0.5 : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}

func.func @elu_with_alpha(%x: tensor<?xf64> {check.shape = [5]}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(x > 0, x, 0.5 * np.expm1(x))", check.kinks = "at 0"} {
  %y = composite.elu %x alpha 0.5 : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @elu_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %y = composite.elu %x : tensor<3xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, -1.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @squared_relu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.maximum(x, 0) ** 2", check.kinks = "at 0, from the second derivative on"} {
  %y = composite.squared_relu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @squared_relu_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<4xf64>
  %y = composite.squared_relu %x : tensor<4xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @prelu(%x: tensor<2x3xf64>, %weight: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x >= 0, x, weight * x)", check.kinks = "at 0"} {
  %y = composite.prelu %x, %weight : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @prelu_of_dynamic(%x: tensor<?xf64> {check.shape = [4]},
    %weight: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.where(x >= 0, x, weight * x)", check.kinks = "at 0"} {
  %y = composite.prelu %x, %weight : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @celu(%x: tensor<2x3xf64>, %alpha: tensor<2x3xf64> {check.range = [0.5, 2.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))", check.kinks = "at 0, from the second derivative on"} {
  %y = composite.celu %x, %alpha : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @celu_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %alpha = prim.constant dense<2.0> : tensor<3xf64>
  %y = composite.celu %x, %alpha : tensor<3xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF0000000000000, -2.0]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @selu(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))", check.kinks = "at 0"} {
  %y = composite.selu %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @threshold(%x: tensor<2x4xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "np.where(x > 0.25, x, -2)", check.kinks = "at the threshold"} {
  %y = composite.threshold %x at 0.25 else -2.0 : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @threshold_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0]> : tensor<4xf64>
  %y = composite.threshold %x at 1.0 else 5.0 : tensor<4xf64>
  check.equal %y, dense<[5.0, 0x7FF0000000000000, 5.0, 5.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}
