// A gradient of 0 is divided by roundings: it is no argument.
func.func @adafactor_update(%x: tensor<2x3xf64> {check.range = [0.5, 1.0]},
    %r: tensor<2xf64> {check.range = [0.5, 1.0]},
    %c: tensor<3xf64> {check.range = [0.5, 1.0]},
    %rate: tensor<f64> {check.range = [0.1, 0.3]},
    %step: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> (tensor<2x3xf64>, tensor<2xf64>, tensor<3xf64>)
    attributes {check.numpy = "(lambda g: (x - rate * 0.5 * x - np.sqrt((x * x).mean()) * np.minimum(rate, 1 / np.sqrt(step)) * ((g / np.sqrt(((1 - (step ** -0.8)) * r + (step ** -0.8) * (g * g).mean(1))[:, None] * ((1 - (step ** -0.8)) * c + (step ** -0.8) * (g * g).mean(0)) / ((1 - (step ** -0.8)) * r + (step ** -0.8) * (g * g).mean(1)).mean())) / max(1, np.sqrt(((g / np.sqrt(((1 - (step ** -0.8)) * r + (step ** -0.8) * (g * g).mean(1))[:, None] * ((1 - (step ** -0.8)) * c + (step ** -0.8) * (g * g).mean(0)) / ((1 - (step ** -0.8)) * r + (step ** -0.8) * (g * g).mean(1)).mean())) ** 2).mean()))), ((1 - (step ** -0.8)) * r + (step ** -0.8) * (g * g).mean(1)), ((1 - (step ** -0.8)) * c + (step ** -0.8) * (g * g).mean(0))))(np.array([[0.5, 1.0, 0.75], [1.0, 0.5, -0.5]]))", check.order = 2} {
  %g = prim.constant dense<[[0.5, 1.0, 0.75], [1.0, 0.5, -0.5]]> : tensor<2x3xf64>
  %y, %r2, %c2 = composite.adafactor_update %x, %g, %r, %c, %rate, %step {weight_decay = 0.5}
      : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<f64>, tensor<i64>
  return %y, %r2, %c2 : tensor<2x3xf64>, tensor<2xf64>, tensor<3xf64>
}
