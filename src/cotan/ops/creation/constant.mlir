func.func @constant() -> tensor<2x2xf64> {
  %x = prim.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  check.close %x, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  return %x : tensor<2x2xf64>
}

func.func @constant_of_one_value() -> tensor<3xi1> {
  %x = prim.constant dense<true> : tensor<3xi1>
  check.equal %x, dense<[true, true, true]> : tensor<3xi1>
  return %x : tensor<3xi1>
}
