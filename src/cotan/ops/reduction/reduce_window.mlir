func.func @window_sum(%x: tensor<6xf64>) -> tensor<3xf64>
    attributes {check.numpy = "np.array([x[0] + x[1], x[1] + x[2] + x[3], x[3] + x[4] + x[5]])"} {
  %y = composite.reduce_window "sum" %x window [3] strides [2] dilations [1] low [1] high [0] : tensor<6xf64>
  return %y : tensor<3xf64>
}

func.func @window_mean_of_open_sizes(%x: tensor<?x2x?xf64> {check.shape = [3, 2, 5]}) -> tensor<?x2x?xf64>
    attributes {check.numpy = "np.stack([(x[i, :, j] + x[i + 1, :, j] + x[i, :, j + 2] + x[i + 1, :, j + 2]) / 4 for i in (0, 1) for j in (0, 2)], 1).reshape(2, 2, 2).transpose(1, 0, 2)"} {
  %y = composite.reduce_window "mean" %x window [2, 1, 2] strides [1, 1, 2] dilations [1, 1, 2] low [0, 0, 0] high [0, 0, 0] : tensor<?x2x?xf64>
  return %y : tensor<?x2x?xf64>
}

func.func @window_product(%x: tensor<5xf64>) -> tensor<4xf64> attributes {check.numpy = "x[:-1] * x[1:]"} {
  %y = composite.reduce_window "prod" %x window [2] strides [1] dilations [1] low [0] high [0] : tensor<5xf64>
  return %y : tensor<4xf64>
}

func.func @window_maximum(%x: tensor<4x6xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x.reshape(2, 2, 3, 2).max((1, 3))", check.kinks = "where elements are equal"} {
  %y = composite.reduce_window "max" %x window [2, 2] strides [2, 2] dilations [1, 1] low [0, 0] high [0, 0] : tensor<4x6xf64>
  return %y : tensor<2x3xf64>
}

func.func @window_minimum_of_open_size(%x: tensor<?xf64> {check.shape = [7]}) -> tensor<?xf64>
    attributes {check.numpy = "np.array([min(x[i], x[i + 2]) for i in (0, 2, 4)])", check.kinks = "where elements are equal"} {
  %y = composite.reduce_window "min" %x window [2] strides [2] dilations [2] low [0] high [0] : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @window_maximum_with_padding(%x: tensor<?xf64> {check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "np.maximum(np.append(-np.inf, x), np.append(x, -np.inf))", check.kinks = "where elements are equal"} {
  %y = composite.reduce_window "max" %x window [2] strides [1] dilations [1] low [1] high [1] : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @window_maximum_of_integers() -> (tensor<2xi8>, tensor<2xui8>) {
  %x = prim.constant dense<[-128, 5, 127]> : tensor<3xi8>
  %y = composite.reduce_window "max" %x window [3] strides [2] dilations [1] low [2] high [0] : tensor<3xi8>
  check.equal %y, dense<[-128, 127]> : tensor<2xi8>
  %u = prim.constant dense<[255, 7, 254]> : tensor<3xui8>
  %z = composite.reduce_window "min" %u window [3] strides [2] dilations [1] low [2] high [0] : tensor<3xui8>
  check.equal %z, dense<[255, 7]> : tensor<2xui8>
  return %y, %z : tensor<2xi8>, tensor<2xui8>
}

func.func @window_maximum_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF8000000000000, 1.0, -0.0, 0.0, 0xFFF0000000000000]> : tensor<5xf64>
  %y = composite.reduce_window "max" %x window [2] strides [1] dilations [1] low [0] high [0] : tensor<5xf64>
  check.equal %y, dense<[0x7FF8000000000000, 1.0, 0.0, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

// 2049 lies between two numbers of f16, so that adding 1 twice in f16 changes nothing.
func.func @window_sum_of_halves_is_rounded_once() -> tensor<1xf16> {
  %x = prim.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %y = composite.reduce_window "sum" %x window [3] strides [1] dilations [1] low [0] high [0] : tensor<3xf16>
  check.equal %y, dense<[2050.0]> : tensor<1xf16>
  return %y : tensor<1xf16>
}

func.func @window_extremum(%x: tensor<6xf64>) -> tensor<5xf64>
    attributes {check.numpy = "np.maximum(x[:-1], x[1:])", check.kinks = "where elements are equal"} {
  %y = composite.window_extremum %x axis 0 window 2 stride 1 dilation 1 : tensor<6xf64>
  return %y : tensor<5xf64>
}

func.func @window_of_number(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = composite.reduce_window "max" %x window [] strides [] dilations [] low [] high [] : tensor<f64>
  return %y : tensor<f64>
}
