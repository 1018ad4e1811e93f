func.func @mean(%x: tensor<2x3x2xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x.mean(axis=(0, 2))"} {
  %y = composite.mean %x axes [0, 2] : tensor<2x3x2xf64>
  return %y : tensor<3xf64>
}

func.func @mean_of_open_sizes(%x: tensor<?x3x?xf64> {check.shape = [2, 3, 2]}) -> tensor<1x3x1xf64>
    attributes {check.numpy = "x.mean(axis=(0, 2), keepdims=True)"} {
  %y = composite.mean %x axes [0, 2] keepdims : tensor<?x3x?xf64>
  return %y : tensor<1x3x1xf64>
}

func.func @mean_along_no_axis(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = composite.mean %x axes [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @mean_of_nothing() -> tensor<2xf64> {
  %x = prim.constant dense<> : tensor<0x2xf64>
  %y = composite.mean %x axes [0] : tensor<0x2xf64>
  check.equal %y, dense<0x7FF8000000000000> : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @mean_of_many_small_numbers() -> tensor<f16>
    attributes {check.numpy = "np.float16(0.5)"} {
  %c = prim.constant dense<0.5> : tensor<70000xf16>
  %y = composite.mean %c axes [0] : tensor<70000xf16>
  return %y : tensor<f16>
}

func.func @var(%x: tensor<2x3xf64>) -> tensor<2xf64> attributes {check.numpy = "x.var(axis=1)"} {
  %y = composite.var %x axes [1] : tensor<2x3xf64>
  return %y : tensor<2xf64>
}

func.func @var_without_bias(%x: tensor<?x3xf64> {check.shape = [4, 3]}) -> tensor<1x3xf64>
    attributes {check.numpy = "x.var(axis=0, ddof=1, keepdims=True)"} {
  %y = composite.var %x axes [0] keepdims correction 1 : tensor<?x3xf64>
  return %y : tensor<1x3xf64>
}

func.func @var_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "0 * x"} {
  %y = composite.var %x axes [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @std(%x: tensor<3x2xf64>) -> tensor<2xf64> attributes {check.numpy = "x.std(axis=0)", check.kinks = "where all are equal"} {
  %y = composite.std %x axes [0] : tensor<3x2xf64>
  return %y : tensor<2xf64>
}

func.func @std_without_bias(%x: tensor<2x4xf64>) -> tensor<f64>
    attributes {check.numpy = "x.std(ddof=1)", check.kinks = "where all are equal"} {
  %y = composite.std %x axes [0, 1] correction 1 : tensor<2x4xf64>
  return %y : tensor<f64>
}
