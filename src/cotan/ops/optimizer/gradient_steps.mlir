func.func @sgd_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %v: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (0.9 * v + 0.75 * (g + 0.5 * x)), 0.9 * v + 0.75 * (g + 0.5 * x))", check.order = 2} {
  %r0, %r1 = composite.sgd_update %x, %g, %v, %rate {momentum = 0.9, dampening = 0.25, weight_decay = 0.5}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1 : tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @sgd_update_of_nesterov(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %v: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (g + 0.9 * (0.9 * v + g)), 0.9 * v + g)", check.order = 2} {
  %r0, %r1 = composite.sgd_update %x, %g, %v, %rate {momentum = 0.9, nesterov}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1 : tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @adagrad_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate / (1 + (step - 1) / 4) * g / (np.sqrt(s + g * g) + 0.25), s + g * g)", check.order = 2} {
  %r0, %r1 = composite.adagrad_update %x, %g, %s, %rate, %step {rate_decay = 0.25, epsilon = 0.25}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1 : tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @adadelta_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %c: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (np.sqrt(c + 1e-6) / np.sqrt((0.9 * s + 0.1 * g * g) + 1e-6) * g), (0.9 * s + 0.1 * g * g), 0.9 * c + 0.1 * (np.sqrt(c + 1e-6) / np.sqrt((0.9 * s + 0.1 * g * g) + 1e-6) * g) ** 2)", check.order = 2} {
  %r0, %r1, %r2 = composite.adadelta_update %x, %g, %s, %c, %rate
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @rmsprop_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [2.0, 3.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %v: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (0.5 * v + g / (np.sqrt((0.75 * s + 0.25 * g * g)) + 0.25)), (0.75 * s + 0.25 * g * g), m, (0.5 * v + g / (np.sqrt((0.75 * s + 0.25 * g * g)) + 0.25)))", check.order = 2} {
  %r0, %r1, %r2, %r3 = composite.rmsprop_update %x, %g, %s, %m, %v, %rate {alpha = 0.75, momentum = 0.5, epsilon = 0.25}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1, %r2, %r3 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @rmsprop_update_centered(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [2.0, 3.0]},
    %m: tensor<2x3xf64> {check.range = [0.1, 0.5]},
    %v: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (g / (np.sqrt((0.75 * s + 0.25 * g * g) - (0.75 * m + 0.25 * g) ** 2) + 0.25)), (0.75 * s + 0.25 * g * g), (0.75 * m + 0.25 * g), (g / (np.sqrt((0.75 * s + 0.25 * g * g) - (0.75 * m + 0.25 * g) ** 2) + 0.25)))", check.order = 2, check.kinks = "where the spread is 0"} {
  %r0, %r1, %r2, %r3 = composite.rmsprop_update %x, %g, %s, %m, %v, %rate {alpha = 0.75, epsilon = 0.25, centered}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1, %r2, %r3 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @lion_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (np.sign(0.9 * m + 0.1 * g) + 0.5 * x), 0.99 * m + 0.01 * g)", check.order = 2, check.kinks = "where the mean is 0"} {
  %r0, %r1 = composite.lion_update %x, %g, %m, %rate {weight_decay = 0.5}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
  return %r0, %r1 : tensor<2x3xf64>, tensor<2x3xf64>
}
