func.func @expi(%x: tensor<2x3xf64> {check.range = [1.0, 9.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.expi(x)"} {
  %y = prim.expi %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @expi_of_negative_numbers(%x: tensor<4xf64> {check.range = [-4.0, -0.5]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.expi(x)"} {
  %y = prim.expi %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @expi_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.expi %x : tensor<5xf64>
  check.close %y, dense<[0xFFF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @expn(%x: tensor<2x3xf64> {check.range = [0.5, 4.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.expn(3, x)"} {
  %y = prim.expn %x order 3 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @expn_of_order_zero(%x: tensor<4xf64> {check.range = [0.5, 4.0]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.expn(0, x)"} {
  %y = prim.expn %x order 0 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @expn_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.expn %x order 3 : tensor<5xf64>
  check.close %y, dense<[0.5, 0.5, 0x7FF8000000000000, 0.0, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @expn_of_order_one() -> tensor<3xf64> {
  %x = prim.constant dense<[0.0, 1.0e-300, 700.0]> : tensor<3xf64>
  %y = prim.expn %x order 1 : tensor<3xf64>
  check.close %y, dense<[0x7FF0000000000000, 690.1983122333121, 1.406518766234033e-307]> : tensor<3xf64> {rtol = 1.0e-13, atol = 0.0}
  return %y : tensor<3xf64>
}
