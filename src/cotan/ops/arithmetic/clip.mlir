func.func @clip(%x: tensor<2x3xf64> {check.range = [-2.0, 2.0]},
    %low: tensor<2x3xf64> {check.range = [-1.0, -0.5]},
    %high: tensor<2x3xf64> {check.range = [0.5, 1.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "np.clip(x, low, high)", check.kinks = "where x is a bound, and where the bounds are equal"} {
  %y = composite.clip %x, %low, %high : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @clip_of_integers() -> tensor<4xi32> {
  %x = prim.constant dense<[-5, 0, 5, 9]> : tensor<4xi32>
  %low = prim.constant dense<[-1, -1, -1, 7]> : tensor<4xi32>
  %high = prim.constant dense<[3, 3, 3, 2]> : tensor<4xi32>
  %y = composite.clip %x, %low, %high : tensor<4xi32>
  check.equal %y, dense<[-1, 0, 3, 2]> : tensor<4xi32>
  return %y : tensor<4xi32>
}

func.func @clip_of_complex_numbers() -> tensor<4xcomplex<f64>> {
  %x = prim.constant dense<[(-1.0, 2.0), (-0.5, 2.0), (0.25, 9.0), (0.5, 0.0)]> : tensor<4xcomplex<f64>>
  %low = prim.constant dense<(-0.5, 1.0)> : tensor<4xcomplex<f64>>
  %high = prim.constant dense<(0.5, -1.0)> : tensor<4xcomplex<f64>>
  %y = composite.clip %x, %low, %high : tensor<4xcomplex<f64>>
  check.equal %y, dense<[(-0.5, 1.0), (-0.5, 2.0), (0.25, 9.0), (0.5, -1.0)]> : tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}
