func.func @binary_cross_entropy(%x: tensor<2x3xf64> {check.range = [0.1, 0.9]},
    %y: tensor<2x3xf64> {check.range = [0.0, 1.0]}) -> tensor<f64>
    attributes {check.numpy = "-(y * np.log(x) + (1 - y) * np.log(1 - x)).mean()", check.kinks = "where a probability is 0, and its logarithm is cut off"} {
  %loss = composite.binary_cross_entropy %x, %y : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @binary_cross_entropy_with_weights(%x: tensor<?xf64> {check.shape = [4], check.range = [0.1, 0.9]},
    %y: tensor<?xf64> {check.shape = [4]}, %weight: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "-weight * (y * np.log(x) + (1 - y) * np.log(1 - x))", check.kinks = "where a probability is 0, and its logarithm is cut off"} {
  %loss = composite.binary_cross_entropy %x, %y, %weight reduction "none" : tensor<?xf64>
  return %loss : tensor<?xf64>
}

func.func @binary_cross_entropy_of_certainty() -> tensor<4xf64> {
  %x = prim.constant dense<[0.0, 0.0, 1.0, 1.0]> : tensor<4xf64>
  %y = prim.constant dense<[0.0, 1.0, 0.0, 1.0]> : tensor<4xf64>
  %loss = composite.binary_cross_entropy %x, %y reduction "none" : tensor<4xf64>
  check.equal %loss, dense<[-0.0, 100.0, 100.0, -0.0]> : tensor<4xf64>
  return %loss : tensor<4xf64>
}

func.func @binary_cross_entropy_with_logits(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]},
    %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "-(y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x)).sum()"} {
  %loss = composite.binary_cross_entropy_with_logits %x, %y reduction "sum" : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @binary_cross_entropy_with_logits_and_weights(%x: tensor<?xf64> {check.shape = [4]},
    %y: tensor<?xf64> {check.shape = [4]}, %w: tensor<?xf64> {check.shape = [4]},
    %p: tensor<?xf64> {check.shape = [4]}) -> tensor<f64>
    attributes {check.numpy = "-(w * (p * y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x))).mean()"} {
  %loss = composite.binary_cross_entropy_with_logits %x, %y weight %w pos_weight %p : tensor<?xf64>
  return %loss : tensor<f64>
}

func.func @binary_cross_entropy_with_logits_and_one_weight(%x: tensor<4xf64>, %y: tensor<4xf64>,
    %p: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "-(p * y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x))"} {
  %loss = composite.binary_cross_entropy_with_logits %x, %y pos_weight %p reduction "none" : tensor<4xf64>
  return %loss : tensor<4xf64>
}

func.func @binary_cross_entropy_with_large_logits() -> tensor<4xf64> {
  %x = prim.constant dense<[1.0e4, -1.0e4, 1.0e4, -1.0e4]> : tensor<4xf64>
  %y = prim.constant dense<[1.0, 1.0, 0.0, 0.0]> : tensor<4xf64>
  %loss = composite.binary_cross_entropy_with_logits %x, %y reduction "none" : tensor<4xf64>
  check.equal %loss, dense<[0.0, 1.0e4, 1.0e4, 0.0]> : tensor<4xf64>
  return %loss : tensor<4xf64>
}

func.func @sigmoid_focal_loss(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]},
    %y: tensor<2x3xf64> {check.range = [0.0, 1.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "(0.25 * y + 0.75 * (1 - y)) * -(y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x)) * (1 - y * sp.expit(x) - (1 - y) * sp.expit(-x)) ** 2"} {
  %loss = composite.sigmoid_focal_loss %x, %y : tensor<2x3xf64>
  return %loss : tensor<2x3xf64>
}

func.func @sigmoid_focal_loss_without_alpha(%x: tensor<?xf64> {check.shape = [4]},
    %y: tensor<?xf64> {check.shape = [4], check.range = [0.0, 1.0]}) -> tensor<f64>
    attributes {check.numpy = "(-(y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x)) * (1 - y * sp.expit(x) - (1 - y) * sp.expit(-x)) ** 1.5).mean()"} {
  %loss = composite.sigmoid_focal_loss %x, %y reduction "mean" {alpha = -1.0, gamma = 1.5} : tensor<?xf64>
  return %loss : tensor<f64>
}

func.func @dice_loss(%x: tensor<2x3x2xf64> {check.range = [0.1, 1.0]},
    %y: tensor<2x3x2xf64> {check.range = [0.1, 1.0]}) -> tensor<f64>
    attributes {check.numpy = "(1 - 2 * (x * y).sum((1, 2)) / (x.sum((1, 2)) + y.sum((1, 2)) + 1e-5)).mean()", check.kinks = "where both are 0 nearly"} {
  %loss = composite.dice_loss %x, %y : tensor<2x3x2xf64>
  return %loss : tensor<f64>
}

func.func @dice_loss_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3], check.range = [0.1, 1.0]},
    %y: tensor<?x?xf64> {check.shape = [2, 3], check.range = [0.1, 1.0]}) -> tensor<?xf64>
    attributes {check.numpy = "1 - 2 * (x * y).sum(1) / (x.sum(1) + y.sum(1) + 0.5)"} {
  %loss = composite.dice_loss %x, %y reduction "none" {epsilon = 0.5} : tensor<?x?xf64>
  return %loss : tensor<?xf64>
}
