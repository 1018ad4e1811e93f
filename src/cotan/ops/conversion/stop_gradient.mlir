func.func @stop_gradient(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x", check.no_gradient} {
  %y = prim.stop_gradient %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @stop_gradient_makes_the_slope_of_a_step_zero(%x: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "np.floor(x)"} {
  %y = prim.floor %x : tensor<f64>
  %z = prim.stop_gradient %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @stop_gradient_of_integers() -> tensor<2xi32> {
  %x = prim.constant dense<[1, -2]> : tensor<2xi32>
  %y = prim.stop_gradient %x : tensor<2xi32>
  check.equal %y, dense<[1, -2]> : tensor<2xi32>
  return %y : tensor<2xi32>
}
