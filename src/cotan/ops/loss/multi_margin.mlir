func.func @multi_margin_loss(%x: tensor<3x4xf64> {check.range = [-2.0, 2.0]},
    %labels: tensor<3xi64> {check.value = dense<[2, 0, 3]> : tensor<3xi64>}) -> tensor<f64>
    attributes {check.numpy = "(np.maximum(1 - x[np.arange(3), labels][:, None] + x, 0).sum(1) - 1).mean() / 4", check.kinks = "at the margin"} {
  %loss = composite.multi_margin_loss %x, %labels : tensor<3x4xf64>, tensor<3xi64>
  return %loss : tensor<f64>
}

func.func @multi_margin_loss_with_weights(%x: tensor<?x?xf64> {check.shape = [3, 4]},
    %labels: tensor<?xi32> {check.value = dense<[2, 4, 3]> : tensor<3xi32>},
    %w: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.array([w[2] * (np.maximum(0.5 - x[0, 2] + x[0], 0) ** 2).sum() - w[2] / 4, 0, w[3] * (np.maximum(0.5 - x[2, 3] + x[2], 0) ** 2).sum() - w[3] / 4]) / 4", check.kinks = "at the margin, from the second derivative on"} {
  %loss = composite.multi_margin_loss %x, %labels weight %w : tensor<?xf64> reduction "none" {p = 2, margin = 0.5}
      : tensor<?x?xf64>, tensor<?xi32>
  return %loss : tensor<?xf64>
}

func.func @multilabel_margin_loss(%x: tensor<2x4xf64> {check.range = [-2.0, 2.0]},
    %labels: tensor<2x4xi64> {check.value = dense<[[3, 0, -1, 1], [-1, 2, 0, 0]]> : tensor<2x4xi64>}) -> tensor<2xf64>
    attributes {check.numpy = "np.array([sum(max(0, 1 - x[0, j] + x[0, i]) for j in (3, 0) for i in (1, 2)) / 4, 0])", check.kinks = "at the margin"} {
  %loss = composite.multilabel_margin_loss %x, %labels reduction "none" : tensor<2x4xf64>, tensor<2x4xi64>
  return %loss : tensor<2xf64>
}

func.func @multilabel_margin_loss_of_open_sizes(%x: tensor<?xf64> {check.shape = [3]},
    %labels: tensor<?xi64> {check.value = dense<[1, -1, 0]> : tensor<3xi64>}) -> tensor<f64>
    attributes {check.numpy = "sum(max(0, 1 - x[1] + x[i]) for i in (0, 2)) / 3", check.kinks = "at the margin"} {
  %loss = composite.multilabel_margin_loss %x, %labels : tensor<?xf64>, tensor<?xi64>
  return %loss : tensor<f64>
}

func.func @multilabel_soft_margin_loss(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "-(y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x)).mean(1)"} {
  %loss = composite.multilabel_soft_margin_loss %x, %y reduction "none" : tensor<2x3xf64>
  return %loss : tensor<2xf64>
}

func.func @multilabel_soft_margin_loss_with_weights(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %y: tensor<?x3xf64> {check.shape = [2, 3]}, %w: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<f64>
    attributes {check.numpy = "-(w * (y * sp.log_expit(x) + (1 - y) * sp.log_expit(-x))).mean()"} {
  %loss = composite.multilabel_soft_margin_loss %x, %y, %w : tensor<?x3xf64>
  return %loss : tensor<f64>
}
