func.func @mse(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "((x - y) ** 2).mean()"} {
  %loss = composite.mse %x, %y : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @mse_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [3, 2]},
    %y: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<f64>
    attributes {check.numpy = "((x - y) ** 2).mean()"} {
  %loss = composite.mse %x, %y : tensor<?x2xf64>
  return %loss : tensor<f64>
}

func.func @huber(%x: tensor<2x4xf64> {check.range = [-3.0, 3.0]},
    %y: tensor<2x4xf64>) -> tensor<f64>
    attributes {check.numpy = "sp.huber(1.0, x - y).mean()", check.kinks = "where the distance is delta, from the second derivative on"} {
  %loss = composite.huber %x, %y : tensor<2x4xf64>
  return %loss : tensor<f64>
}

func.func @huber_of_scalars(%x: tensor<f64> {check.range = [1.0, 2.0]},
    %y: tensor<f64> {check.range = [-1.0, 0.0]}) -> tensor<f64>
    attributes {check.numpy = "sp.huber(0.5, x - y)", check.kinks = "where the distance is delta, from the second derivative on"} {
  %loss = composite.huber %x, %y delta 0.5 : tensor<f64>
  return %loss : tensor<f64>
}
