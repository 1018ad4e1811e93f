func.func @hinge_loss(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}, %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.maximum(1 - x * y, 0).mean()", check.kinks = "at the margin"} {
  %loss = composite.hinge_loss %x, %y : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @squared_hinge_loss(%x: tensor<?x3xf64> {check.shape = [2, 3], check.range = [-3.0, 3.0]},
    %y: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.maximum(1 - x * y, 0) ** 2", check.kinks = "at the margin, from the second derivative on"} {
  %loss = composite.squared_hinge_loss %x, %y reduction "none" : tensor<?x3xf64>
  return %loss : tensor<?x3xf64>
}

func.func @hinge_embedding_loss(%x: tensor<4xf64> {check.range = [0.0, 2.0]}) -> tensor<4xf64>
    attributes {check.numpy = "np.array([x[0], max(0, 0.5 - x[1]), x[2], max(0, 0.5 - x[3])])", check.kinks = "at the margin"} {
  %y = prim.constant dense<[1.0, -1.0, 1.0, -1.0]> : tensor<4xf64>
  %loss = composite.hinge_embedding_loss %x, %y reduction "none" {margin = 0.5} : tensor<4xf64>
  return %loss : tensor<4xf64>
}

func.func @soft_margin_loss(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}, %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.log1p(np.exp(-x * y)).sum()"} {
  %loss = composite.soft_margin_loss %x, %y reduction "sum" : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @soft_margin_loss_of_large_scores() -> tensor<2xf64> {
  %x = prim.constant dense<[1.0e4, 1.0e4]> : tensor<2xf64>
  %y = prim.constant dense<[1.0, -1.0]> : tensor<2xf64>
  %loss = composite.soft_margin_loss %x, %y reduction "none" : tensor<2xf64>
  check.equal %loss, dense<[0.0, 1.0e4]> : tensor<2xf64>
  return %loss : tensor<2xf64>
}

func.func @margin_ranking_loss(%x: tensor<4xf64>, %other: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<f64>
    attributes {check.numpy = "np.maximum(0.25 - y * (x - other), 0).mean()"} {
  %loss = composite.margin_ranking_loss %x, %other, %y {margin = 0.25} : tensor<4xf64>
  return %loss : tensor<f64>
}
