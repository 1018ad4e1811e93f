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

func.func @mse_of_each(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "(x - y) ** 2"} {
  %loss = composite.mse %x, %y reduction "none" : tensor<2x3xf64>
  return %loss : tensor<2x3xf64>
}

func.func @mse_of_nothing(%x: tensor<0x3xf64>, %y: tensor<0x3xf64>) -> (tensor<f64>, tensor<f64>)
    attributes {check.numpy = "(np.nan, 0)", check.no_gradient} {
  %mean = composite.mse %x, %y : tensor<0x3xf64>
  %sum = composite.mse %x, %y reduction "sum" : tensor<0x3xf64>
  return %mean, %sum : tensor<f64>, tensor<f64>
}

func.func @l1_loss(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.abs(x - y).sum()", check.kinks = "where x is y"} {
  %loss = composite.l1_loss %x, %y reduction "sum" : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @smooth_l1_loss(%x: tensor<2x4xf64> {check.range = [-3.0, 3.0]}, %y: tensor<2x4xf64>) -> tensor<f64>
    attributes {check.numpy = "(sp.huber(0.5, x - y) / 0.5).mean()", check.kinks = "where the distance is beta, from the second derivative on"} {
  %loss = composite.smooth_l1_loss %x, %y {beta = 0.5} : tensor<2x4xf64>
  return %loss : tensor<f64>
}

func.func @smooth_l1_loss_of_no_width(%x: tensor<?xf64> {check.shape = [4]}, %y: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.abs(x - y)", check.kinks = "where x is y"} {
  %loss = composite.smooth_l1_loss %x, %y reduction "none" {beta = 0.0} : tensor<?xf64>
  return %loss : tensor<?xf64>
}

func.func @log_cosh(%x: tensor<2x3xf64> {check.range = [-3.0, 3.0]}, %y: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "np.log(np.cosh(x - y))"} {
  %loss = composite.log_cosh %x, %y reduction "none" : tensor<2x3xf64>
  return %loss : tensor<2x3xf64>
}

func.func @log_cosh_of_large_numbers() -> tensor<f64> {
  %x = prim.constant dense<[1.0e300, -1.0e300]> : tensor<2xf64>
  %y = prim.constant dense<0.0> : tensor<2xf64>
  %loss = composite.log_cosh %x, %y : tensor<2xf64>
  check.close %loss, dense<1.0e300> : tensor<f64>
  return %loss : tensor<f64>
}

func.func @poisson_nll_loss(%x: tensor<2x3xf64>, %y: tensor<2x3xf64> {check.range = [1.5, 4.0]}) -> tensor<f64>
    attributes {check.numpy = "(np.exp(x) - x * y + y * np.log(y) - y + np.log(2 * np.pi * y) / 2).mean()", check.kinks = "where y is 1"} {
  %loss = composite.poisson_nll_loss %x, %y {full} : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @poisson_nll_loss_of_counts(%x: tensor<?xf64> {check.shape = [4], check.range = [0.5, 2.0]},
    %y: tensor<?xf64> {check.shape = [4], check.range = [0.0, 4.0]}) -> tensor<?xf64>
    attributes {check.numpy = "x - y * np.log(x + 0.25)"} {
  %loss = composite.poisson_nll_loss %x, %y reduction "none" {log_input = false, epsilon = 0.25} : tensor<?xf64>
  return %loss : tensor<?xf64>
}

func.func @gaussian_nll_loss(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>,
    %variance: tensor<2x3xf64> {check.range = [0.5, 2.0]}) -> tensor<f64>
    attributes {check.numpy = "(0.5 * (np.log(variance) + (x - y) ** 2 / variance) + 0.5 * np.log(2 * np.pi)).mean()", check.kinks = "where the variance is epsilon"} {
  %loss = composite.gaussian_nll_loss %x, %y, %variance {full, epsilon = 0.25} : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @gaussian_nll_loss_of_no_variance() -> tensor<2xf64> {
  %x = prim.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %y = prim.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %v = prim.constant dense<[0.0, -1.0]> : tensor<2xf64>
  %loss = composite.gaussian_nll_loss %x, %y, %v reduction "none" {epsilon = 0.25} : tensor<2xf64>
  check.close %loss, dense<[-0.69314718055994531, 1.3068528194400547]> : tensor<2xf64>
  return %loss : tensor<2xf64>
}
