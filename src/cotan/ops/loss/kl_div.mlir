func.func @kl_div(%x: tensor<2x3xf64>, %y: tensor<2x3xf64> {check.range = [0.1, 1.0]}) -> tensor<f64>
    attributes {check.numpy = "(sp.xlogy(y, y) - x * y).mean()"} {
  %loss = composite.kl_div %x, %y : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @kl_div_of_logarithms(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "(np.exp(y) * (y - x)).sum()"} {
  %loss = composite.kl_div %x, %y reduction "sum" {log_target} : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @kl_div_of_a_batch(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %y: tensor<?x3xf64> {check.shape = [2, 3], check.range = [0.1, 1.0]}) -> tensor<f64>
    attributes {check.numpy = "(sp.xlogy(y, y) - x * y).sum() / 2"} {
  %loss = composite.kl_div %x, %y reduction "batchmean" : tensor<?x3xf64>
  return %loss : tensor<f64>
}

func.func @kl_div_of_what_cannot_be() -> tensor<2xf64> {
  %x = prim.constant dense<[-1.0, -2.0]> : tensor<2xf64>
  %y = prim.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %loss = composite.kl_div %x, %y reduction "none" : tensor<2xf64>
  check.equal %loss, dense<[0.0, 2.0]> : tensor<2xf64>
  return %loss : tensor<2xf64>
}
