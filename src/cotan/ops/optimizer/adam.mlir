func.func @adam_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (0.5 * m + 0.5 * (g + 0.5 * x)) / (1 - 0.5 ** step) / (np.sqrt((0.75 * s + 0.25 * (g + 0.5 * x) ** 2) / (1 - 0.75 ** step)) + 0.25), (0.5 * m + 0.5 * (g + 0.5 * x)), (0.75 * s + 0.25 * (g + 0.5 * x) ** 2))", check.order = 2} {
  %r0, %r1, %r2 = composite.adam_update %x, %g, %m, %s, %rate, %step {weight_decay = 0.5, epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @adamw_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * 0.5 * x - rate * (0.5 * m + 0.5 * g) / (1 - 0.5 ** step) / (np.sqrt((0.75 * s + 0.25 * g ** 2) / (1 - 0.75 ** step)) + 0.25), (0.5 * m + 0.5 * g), (0.75 * s + 0.25 * g ** 2))", check.order = 2} {
  %r0, %r1, %r2 = composite.adamw_update %x, %g, %m, %s, %rate, %step {weight_decay = 0.5, epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @adamax_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate / (1 - 0.5 ** step) * (0.5 * m + 0.5 * g) / np.maximum(0.75 * s, np.abs(g) + 0.25), (0.5 * m + 0.5 * g), np.maximum(0.75 * s, np.abs(g) + 0.25))", check.order = 2, check.kinks = "where the gradient or the difference is 0"} {
  %r0, %r1, %r2 = composite.adamax_update %x, %g, %m, %s, %rate, %step {epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @radam_update_at_first(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (0.5 * m + 0.5 * g) / (1 - 0.5 ** step), (0.5 * m + 0.5 * g), (0.75 * s + 0.25 * g ** 2))", check.order = 2, check.kinks = "where the mean of the squares is 0"} {
  %r0, %r1, %r2 = composite.radam_update %x, %g, %m, %s, %rate, %step {epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @radam_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<12> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    attributes {check.numpy = "(x - rate * (0.5 * m + 0.5 * g) / (1 - 0.5 ** step) * np.sqrt(((7 - 2 * step * 0.75 ** step / (1 - 0.75 ** step)) - 4) * ((7 - 2 * step * 0.75 ** step / (1 - 0.75 ** step)) - 2) * 7 / (3 * 5 * (7 - 2 * step * 0.75 ** step / (1 - 0.75 ** step)))) * np.sqrt((1 - 0.75 ** step)) / (np.sqrt((0.75 * s + 0.25 * g ** 2)) + 0.25), (0.5 * m + 0.5 * g), (0.75 * s + 0.25 * g ** 2))", check.order = 2} {
  %r0, %r1, %r2 = composite.radam_update %x, %g, %m, %s, %rate, %step {epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @lamb_update(%x: tensor<4xf64>,
    %g: tensor<4xf64> {check.range = [0.5, 1.0]},
    %m: tensor<4xf64> {check.range = [0.5, 1.0]},
    %s: tensor<4xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
    attributes {check.numpy = "(x - rate * np.linalg.norm(x) / np.linalg.norm(((0.5 * m + 0.5 * g) / (1 - 0.5 ** step) / (np.sqrt((0.75 * s + 0.25 * g ** 2) / (1 - 0.75 ** step)) + 0.25) + 0.5 * x)) * ((0.5 * m + 0.5 * g) / (1 - 0.5 ** step) / (np.sqrt((0.75 * s + 0.25 * g ** 2) / (1 - 0.75 ** step)) + 0.25) + 0.5 * x), (0.5 * m + 0.5 * g), (0.75 * s + 0.25 * g ** 2))", check.order = 2, check.kinks = "where x, the change or the mean of the squares is 0"} {
  %r0, %r1, %r2 = composite.lamb_update %x, %g, %m, %s, %rate, %step {weight_decay = 0.5, epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<i64>
  return %r0, %r1, %r2 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

func.func @nadam_update(%x: tensor<2x3xf64>,
    %g: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %m: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %s: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.5]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>},
    %p: tensor<f64> {check.range = [0.2, 0.5]}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>)
    attributes {check.numpy = "(x - rate * ((1 - (0.5 * (1 - 0.5 * 0.96 ** (step * 4e-3)))) / (1 - p * (0.5 * (1 - 0.5 * 0.96 ** (step * 4e-3)))) * g + (0.5 * (1 - 0.5 * 0.96 ** ((step + 1) * 4e-3))) / (1 - p * (0.5 * (1 - 0.5 * 0.96 ** (step * 4e-3))) * (0.5 * (1 - 0.5 * 0.96 ** ((step + 1) * 4e-3)))) * (0.5 * m + 0.5 * g)) / (np.sqrt((0.75 * s + 0.25 * g ** 2) / (1 - 0.75 ** step)) + 0.25), (0.5 * m + 0.5 * g), (0.75 * s + 0.25 * g ** 2), p * (0.5 * (1 - 0.5 * 0.96 ** (step * 4e-3))))", check.order = 2} {
  %r0, %r1, %r2, %r3 = composite.nadam_update %x, %g, %m, %s, %rate, %step, %p {epsilon = 0.25, b1 = 0.5, b2 = 0.75}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>, tensor<i64>, tensor<f64>
  return %r0, %r1, %r2, %r3 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<f64>
}

func.func @adam_update_of_open_sizes(%x: tensor<?xf64> {check.shape = [3]}, %g: tensor<?xf64> {check.shape = [3]})
    -> tensor<?xf64> attributes {check.numpy = "x - 0.5 * np.sign(g)", check.tolerance = 1.0e-6, check.no_gradient} {
  %zero = prim.sub %x, %x : tensor<?xf64>
  %rate = prim.constant dense<0.5> : tensor<f64>
  %step = prim.constant dense<1> : tensor<i64>
  %y, %m, %s = composite.adam_update %x, %g, %zero, %zero, %rate, %step
      : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<f64>, tensor<i64>
  return %y : tensor<?xf64>
}
