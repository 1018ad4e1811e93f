func.func @erf(%x: tensor<2x3xf64> {check.range = [-2.0, 2.0]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.erf(x)"} {
  %y = prim.erf %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @erf_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.5]> : tensor<5xf64>
  %y = prim.erf %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 1.0, -1.0, 0x7FF8000000000000, 0.5204998778130465]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @erfc(%x: tensor<?xf64> {check.range = [-2.0, 2.0], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "sp.erfc(x)"} {
  %y = prim.erfc %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @erfc_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 10.0]> : tensor<5xf64>
  %y = prim.erfc %x : tensor<5xf64>
  check.close %y, dense<[1.0, 0.0, 2.0, 0x7FF8000000000000, 2.088487583762545e-45]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @erfinv(%x: tensor<4xf64> {check.range = [-0.9, 0.9]}) -> tensor<4xf64>
    attributes {check.numpy = "sp.erfinv(x)"} {
  %y = prim.erfinv %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @erfinv_of_scalar(%x: tensor<f64> {check.range = [0.9, 0.99]}) -> tensor<f64>
    attributes {check.numpy = "sp.erfinv(x)"} {
  %y = prim.erfinv %x : tensor<f64>
  return %y : tensor<f64>
}

func.func @erfinv_of_special_values() -> tensor<5xf64> {
  %x = prim.constant dense<[-0.0, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<5xf64>
  %y = prim.erfinv %x : tensor<5xf64>
  check.close %y, dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @erfinv_near_the_ends() -> tensor<3xf64> {
  %x = prim.constant dense<[0.9999999999999999, 1.0e-20, -0.5]> : tensor<3xf64>
  %y = prim.erfinv %x : tensor<3xf64>
  check.close %y, dense<[5.863584748755168, 8.862269254527580e-21, -0.4769362762044699]> : tensor<3xf64>
  return %y : tensor<3xf64>
}
