func.func @logit(%x: tensor<2x4xf64> {check.range = [0.05, 0.95]}) -> tensor<2x4xf64>
    attributes {check.numpy = "sp.logit(x)"} {
  %y = composite.logit %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @logit_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, 1.0, 0.5, 2.0, 0x7FF8000000000000, 0.50000001]> : tensor<6xf64>
  %y = composite.logit %x : tensor<6xf64>
  check.close %y, dense<[0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 4.000000020099038e-08]> : tensor<6xf64> {rtol = 1.0e-14, atol = 0.0}
  return %y : tensor<6xf64>
}

func.func @log1mexp(%x: tensor<2x4xf64> {check.range = [0.1, 3.0]}) -> tensor<2x4xf64>
    attributes {check.numpy = "np.log(-np.expm1(-x))"} {
  %y = composite.log1mexp %x : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @log1mexp_of_special_values() -> tensor<6xf64> {
  %x = prim.constant dense<[0.0, 1.0e-20, 40.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<6xf64>
  %y = composite.log1mexp %x : tensor<6xf64>
  check.close %y, dense<[0xFFF0000000000000, -46.051701859880914, -4.2483542552915889e-18, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64> {rtol = 1.0e-14, atol = 0.0}
  return %y : tensor<6xf64>
}
