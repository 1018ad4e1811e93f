func.func @sum(%x: tensor<2x3x4xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x.sum(axis=(0, 2))"} {
  %y = prim.sum %x axes [0, 2] : tensor<2x3x4xf64>
  return %y : tensor<3xf64>
}

func.func @sum_keeps_axes(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?x1xf64>
    attributes {check.numpy = "x.sum(axis=1, keepdims=True)"} {
  %y = prim.sum %x axes [1] keepdims : tensor<?x3xf64>
  return %y : tensor<?x1xf64>
}

func.func @sum_along_no_axis(%x: tensor<2x2xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "x"} {
  %y = prim.sum %x axes [] : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @sum_of_scalar(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = prim.sum %x axes [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @sum_of_nothing(%x: tensor<0x3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x.sum(axis=0)"} {
  %y = prim.sum %x axes [0] : tensor<0x3xf64>
  return %y : tensor<3xf64>
}

func.func @sum_into_nothing(%x: tensor<0x3xf64>) -> tensor<0xf64>
    attributes {check.numpy = "x.sum(axis=1)"} {
  %y = prim.sum %x axes [1] : tensor<0x3xf64>
  return %y : tensor<0xf64>
}

// Machine code may round three times on the way, each time 2^-24 of the 2^25 that the magnitudes
// come to: 6 in all, relative to the sum of 2.
func.func @sum_does_not_round_on_the_way() -> tensor<f32> attributes {check.tolerance = 3.0} {
  %x = prim.constant dense<[16777216.0, 1.0, 1.0, -16777216.0]> : tensor<4xf32>
  %y = prim.sum %x axes [0] : tensor<4xf32>
  check.equal %y, dense<2.0> : tensor<f32>
  return %y : tensor<f32>
}

func.func @sum_of_special_values() -> tensor<3xf64> {
  %x = prim.constant dense<[[0x7FF0000000000000, 1.0], [0x7FF0000000000000, 0xFFF0000000000000], [0x7FF8000000000000, 1.0]]> : tensor<3x2xf64>
  %y = prim.sum %x axes [1] : tensor<3x2xf64>
  check.equal %y, dense<[0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @sum_of_integers_wraps_around() -> tensor<i8> {
  %x = prim.constant dense<[100, 100, 100]> : tensor<3xi8>
  %y = prim.sum %x axes [0] : tensor<3xi8>
  check.equal %y, dense<44> : tensor<i8>
  return %y : tensor<i8>
}

func.func @prod(%x: tensor<2x3x2xf64>) -> tensor<3xf64>
    attributes {check.numpy = "x.prod(axis=(0, 2))"} {
  %y = prim.prod %x axes [0, 2] : tensor<2x3x2xf64>
  return %y : tensor<3xf64>
}

func.func @prod_keeps_axes(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<1x2xf64>
    attributes {check.numpy = "x.prod(axis=0, keepdims=True)"} {
  %y = prim.prod %x axes [0] keepdims : tensor<?x2xf64>
  return %y : tensor<1x2xf64>
}

func.func @prod_along_no_axis(%x: tensor<f64>) -> tensor<f64> attributes {check.numpy = "x"} {
  %y = prim.prod %x axes [] : tensor<f64>
  return %y : tensor<f64>
}

func.func @prod_of_nothing(%x: tensor<2x0xf64>) -> tensor<2xf64>
    attributes {check.numpy = "x.prod(axis=1)"} {
  %y = prim.prod %x axes [1] : tensor<2x0xf64>
  return %y : tensor<2xf64>
}

// Slices with no zero, one zero and two: the derivative is right for all, to any order.
func.func @prod_with_zeros(%x: tensor<3x3xf64>) -> tensor<3xf64>
    attributes {check.numpy = "(x * np.array([[1, 1, 1], [1, 0, 1], [0, 1, 0]])).prod(axis=1)"} {
  %mask = prim.constant dense<[[1.0, 1.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf64>
  %z = prim.mul %x, %mask : tensor<3x3xf64>
  %y = prim.prod %z axes [1] : tensor<3x3xf64>
  return %y : tensor<3xf64>
}

func.func @prod_at_zeros(%x: tensor<2x3xf64> {check.value = dense<[[2.0, 0.0, 3.0], [0.0, 5.0, 0.0]]> : tensor<2x3xf64>})
    -> tensor<2xf64> attributes {check.numpy = "np.zeros(2)"} {
  %y = prim.prod %x axes [1] : tensor<2x3xf64>
  return %y : tensor<2xf64>
}

func.func @prod_of_integers_wraps_around() -> tensor<i8> {
  %x = prim.constant dense<[16, -9]> : tensor<2xi8>
  %y = prim.prod %x axes [0] : tensor<2xi8>
  check.equal %y, dense<112> : tensor<i8>
  return %y : tensor<i8>
}

func.func @max(%x: tensor<2x3xf64>) -> tensor<2xf64> attributes {check.numpy = "x.max(axis=1)", check.kinks = "at ties"} {
  %y = prim.max %x axes [1] : tensor<2x3xf64>
  return %y : tensor<2xf64>
}

func.func @max_keeps_axes(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<1x1xf64>
    attributes {check.numpy = "x.max(axis=(0, 1), keepdims=True)", check.kinks = "at ties"} {
  %y = prim.max %x axes [0, 1] keepdims : tensor<?x3xf64>
  return %y : tensor<1x1xf64>
}

func.func @max_along_no_axis(%x: tensor<3xf64>) -> tensor<3xf64> attributes {check.numpy = "x"} {
  %y = prim.max %x axes [] : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @max_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[[0x7FF8000000000000, 0x7FF0000000000000], [1.0, 0x7FF8000000000000], [0xFFF0000000000000, 0xFFF0000000000000], [-0.0, 0.0]]> : tensor<4x2xf64>
  %y = prim.max %x axes [1] : tensor<4x2xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @max_of_nothing() -> tensor<2xf64> {
  %x = prim.constant dense<> : tensor<0x2xf64>
  %y = prim.max %x axes [0] : tensor<0x2xf64>
  check.equal %y, dense<0xFFF0000000000000> : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @max_of_no_integers() -> tensor<i16> {
  %x = prim.constant dense<> : tensor<0xi16>
  %y = prim.max %x axes [0] : tensor<0xi16>
  check.equal %y, dense<-32768> : tensor<i16>
  return %y : tensor<i16>
}

func.func @max_of_no_unsigned_integers() -> tensor<ui16> {
  %x = prim.constant dense<> : tensor<0xui16>
  %y = prim.max %x axes [0] : tensor<0xui16>
  check.equal %y, dense<0> : tensor<ui16>
  return %y : tensor<ui16>
}

func.func @min(%x: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<3xf64>
    attributes {check.numpy = "x.min(axis=0)", check.kinks = "at ties"} {
  %y = prim.min %x axes [0] : tensor<?x3xf64>
  return %y : tensor<3xf64>
}

func.func @min_of_special_values() -> tensor<4xf64> {
  %x = prim.constant dense<[[0x7FF8000000000000, 0xFFF0000000000000], [1.0, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF0000000000000], [0.0, -0.0]]> : tensor<4x2xf64>
  %y = prim.min %x axes [1] : tensor<4x2xf64>
  check.equal %y, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, -0.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @min_of_nothing() -> tensor<1xf32> {
  %x = prim.constant dense<> : tensor<0xf32>
  %y = prim.min %x axes [0] keepdims : tensor<0xf32>
  check.equal %y, dense<0x7F800000> : tensor<1xf32>
  return %y : tensor<1xf32>
}

func.func @min_of_no_unsigned_integers() -> tensor<ui64> {
  %x = prim.constant dense<> : tensor<0xui64>
  %y = prim.min %x axes [0] : tensor<0xui64>
  check.equal %y, dense<18446744073709551615> : tensor<ui64>
  return %y : tensor<ui64>
}

func.func @any() -> tensor<3xi1> {
  %x = prim.constant dense<[[true, false], [false, false], [true, true]]> : tensor<3x2xi1>
  %y = prim.any %x axes [1] : tensor<3x2xi1>
  check.equal %y, dense<[true, false, true]> : tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @any_of_nothing() -> tensor<i1> {
  %x = prim.constant dense<> : tensor<0xi1>
  %y = prim.any %x axes [0] : tensor<0xi1>
  check.equal %y, dense<false> : tensor<i1>
  return %y : tensor<i1>
}

func.func @all() -> tensor<1x3xi1> {
  %x = prim.constant dense<[[true, false, true], [true, false, false]]> : tensor<2x3xi1>
  %y = prim.all %x axes [0] keepdims : tensor<2x3xi1>
  check.equal %y, dense<[[true, false, false]]> : tensor<1x3xi1>
  return %y : tensor<1x3xi1>
}

func.func @all_of_nothing() -> tensor<i1> {
  %x = prim.constant dense<> : tensor<0xi1>
  %y = prim.all %x axes [0] : tensor<0xi1>
  check.equal %y, dense<true> : tensor<i1>
  return %y : tensor<i1>
}

// NaN, infinities and zeros of both signs at each place of a row once: in all numbers that SIMD
// keeps side by side, in all their lanes, and in the rest.
func.func private @one_in_each_row_of_f32(%one: tensor<10x1x1xf32>, %rest: tensor<10x1x1xf32>)
    -> tensor<10x70x70xf32> {
  %i = prim.iota axis 1 -> tensor<10x70x70xi64>
  %j = prim.iota axis 2 -> tensor<10x70x70xi64>
  %here = prim.eq %i, %j : tensor<10x70x70xi64>
  %ones = prim.broadcast %one : tensor<10x1x1xf32> -> tensor<10x70x70xf32>
  %rests = prim.broadcast %rest : tensor<10x1x1xf32> -> tensor<10x70x70xf32>
  %x = prim.where %here, %ones, %rests : tensor<10x70x70xf32>
  return %x : tensor<10x70x70xf32>
}

// The same bits, or both NaN.
func.func private @same_f32(%y: tensor<10x70xf32>, %expected: tensor<10x1xf32>) -> tensor<i1> {
  %e = prim.broadcast %expected : tensor<10x1xf32> -> tensor<10x70xf32>
  %y_bits = prim.bitcast %y : tensor<10x70xf32> -> tensor<10x70xi32>
  %e_bits = prim.bitcast %e : tensor<10x70xf32> -> tensor<10x70xi32>
  %equal = prim.eq %y_bits, %e_bits : tensor<10x70xi32>
  %y_nan = prim.is_nan %y : tensor<10x70xf32>
  %e_nan = prim.is_nan %e : tensor<10x70xf32>
  %nan = prim.and %y_nan, %e_nan : tensor<10x70xi1>
  %same = prim.or %equal, %nan : tensor<10x70xi1>
  %all = prim.all %same axes [0, 1] : tensor<10x70xi1>
  return %all : tensor<i1>
}

func.func private @one_in_each_row_of_f64(%one: tensor<10x1x1xf64>, %rest: tensor<10x1x1xf64>)
    -> tensor<10x70x70xf64> {
  %i = prim.iota axis 1 -> tensor<10x70x70xi64>
  %j = prim.iota axis 2 -> tensor<10x70x70xi64>
  %here = prim.eq %i, %j : tensor<10x70x70xi64>
  %ones = prim.broadcast %one : tensor<10x1x1xf64> -> tensor<10x70x70xf64>
  %rests = prim.broadcast %rest : tensor<10x1x1xf64> -> tensor<10x70x70xf64>
  %x = prim.where %here, %ones, %rests : tensor<10x70x70xf64>
  return %x : tensor<10x70x70xf64>
}

// The same bits, or both NaN.
func.func private @same_f64(%y: tensor<10x70xf64>, %expected: tensor<10x1xf64>) -> tensor<i1> {
  %e = prim.broadcast %expected : tensor<10x1xf64> -> tensor<10x70xf64>
  %y_bits = prim.bitcast %y : tensor<10x70xf64> -> tensor<10x70xi64>
  %e_bits = prim.bitcast %e : tensor<10x70xf64> -> tensor<10x70xi64>
  %equal = prim.eq %y_bits, %e_bits : tensor<10x70xi64>
  %y_nan = prim.is_nan %y : tensor<10x70xf64>
  %e_nan = prim.is_nan %e : tensor<10x70xf64>
  %nan = prim.and %y_nan, %e_nan : tensor<10x70xi1>
  %same = prim.or %equal, %nan : tensor<10x70xi1>
  %all = prim.all %same axes [0, 1] : tensor<10x70xi1>
  return %all : tensor<i1>
}

func.func @max_of_one_special_value_in_rows_of_f32() -> tensor<10x70xf32> {
  %one = prim.constant dense<[[[0x7FC00000]], [[0xFFC00000]], [[1.0]], [[0.0]], [[-0.0]], [[-0.0]], [[-0.0]], [[0x7F800000]], [[-5.0]], [[0xFF800000]]]> : tensor<10x1x1xf32>
  %rest = prim.constant dense<[[[0x7F800000]], [[-1.0]], [[0x7FC00000]], [[-0.0]], [[0.0]], [[-0.0]], [[-1.0]], [[1.0]], [[0xFF800000]], [[0xFF800000]]]> : tensor<10x1x1xf32>
  %expected = prim.constant dense<[[0x7FC00000], [0x7FC00000], [0x7FC00000], [0.0], [0.0], [-0.0], [-0.0], [0x7F800000], [-5.0], [0xFF800000]]> : tensor<10x1xf32>
  %x = func.call @one_in_each_row_of_f32(%one, %rest)
      : (tensor<10x1x1xf32>, tensor<10x1x1xf32>) -> tensor<10x70x70xf32>
  %y = prim.max %x axes [2] : tensor<10x70x70xf32>
  %same = func.call @same_f32(%y, %expected)
      : (tensor<10x70xf32>, tensor<10x1xf32>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf32>
}

func.func @max_of_one_special_value_in_columns_of_f32() -> tensor<10x70xf32> {
  %one = prim.constant dense<[[[0x7FC00000]], [[0xFFC00000]], [[1.0]], [[0.0]], [[-0.0]], [[-0.0]], [[-0.0]], [[0x7F800000]], [[-5.0]], [[0xFF800000]]]> : tensor<10x1x1xf32>
  %rest = prim.constant dense<[[[0x7F800000]], [[-1.0]], [[0x7FC00000]], [[-0.0]], [[0.0]], [[-0.0]], [[-1.0]], [[1.0]], [[0xFF800000]], [[0xFF800000]]]> : tensor<10x1x1xf32>
  %expected = prim.constant dense<[[0x7FC00000], [0x7FC00000], [0x7FC00000], [0.0], [0.0], [-0.0], [-0.0], [0x7F800000], [-5.0], [0xFF800000]]> : tensor<10x1xf32>
  %x = func.call @one_in_each_row_of_f32(%one, %rest)
      : (tensor<10x1x1xf32>, tensor<10x1x1xf32>) -> tensor<10x70x70xf32>
  %y = prim.max %x axes [1] : tensor<10x70x70xf32>
  %same = func.call @same_f32(%y, %expected)
      : (tensor<10x70xf32>, tensor<10x1xf32>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf32>
}

func.func @max_of_one_special_value_in_rows_of_f64() -> tensor<10x70xf64> {
  %one = prim.constant dense<[[[0x7FF8000000000000]], [[0xFFF8000000000000]], [[1.0]], [[0.0]], [[-0.0]], [[-0.0]], [[-0.0]], [[0x7FF0000000000000]], [[-5.0]], [[0xFFF0000000000000]]]> : tensor<10x1x1xf64>
  %rest = prim.constant dense<[[[0x7FF0000000000000]], [[-1.0]], [[0x7FF8000000000000]], [[-0.0]], [[0.0]], [[-0.0]], [[-1.0]], [[1.0]], [[0xFFF0000000000000]], [[0xFFF0000000000000]]]> : tensor<10x1x1xf64>
  %expected = prim.constant dense<[[0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0.0], [0.0], [-0.0], [-0.0], [0x7FF0000000000000], [-5.0], [0xFFF0000000000000]]> : tensor<10x1xf64>
  %x = func.call @one_in_each_row_of_f64(%one, %rest)
      : (tensor<10x1x1xf64>, tensor<10x1x1xf64>) -> tensor<10x70x70xf64>
  %y = prim.max %x axes [2] : tensor<10x70x70xf64>
  %same = func.call @same_f64(%y, %expected)
      : (tensor<10x70xf64>, tensor<10x1xf64>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf64>
}

func.func @min_of_one_special_value_in_rows_of_f32() -> tensor<10x70xf32> {
  %one = prim.constant dense<[[[0x7FC00000]], [[0xFFC00000]], [[1.0]], [[-0.0]], [[0.0]], [[0.0]], [[0.0]], [[0xFF800000]], [[5.0]], [[0x7F800000]]]> : tensor<10x1x1xf32>
  %rest = prim.constant dense<[[[0xFF800000]], [[1.0]], [[0x7FC00000]], [[0.0]], [[-0.0]], [[0.0]], [[1.0]], [[1.0]], [[0x7F800000]], [[0x7F800000]]]> : tensor<10x1x1xf32>
  %expected = prim.constant dense<[[0x7FC00000], [0x7FC00000], [0x7FC00000], [-0.0], [-0.0], [0.0], [0.0], [0xFF800000], [5.0], [0x7F800000]]> : tensor<10x1xf32>
  %x = func.call @one_in_each_row_of_f32(%one, %rest)
      : (tensor<10x1x1xf32>, tensor<10x1x1xf32>) -> tensor<10x70x70xf32>
  %y = prim.min %x axes [2] : tensor<10x70x70xf32>
  %same = func.call @same_f32(%y, %expected)
      : (tensor<10x70xf32>, tensor<10x1xf32>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf32>
}

func.func @min_of_one_special_value_in_columns_of_f32() -> tensor<10x70xf32> {
  %one = prim.constant dense<[[[0x7FC00000]], [[0xFFC00000]], [[1.0]], [[-0.0]], [[0.0]], [[0.0]], [[0.0]], [[0xFF800000]], [[5.0]], [[0x7F800000]]]> : tensor<10x1x1xf32>
  %rest = prim.constant dense<[[[0xFF800000]], [[1.0]], [[0x7FC00000]], [[0.0]], [[-0.0]], [[0.0]], [[1.0]], [[1.0]], [[0x7F800000]], [[0x7F800000]]]> : tensor<10x1x1xf32>
  %expected = prim.constant dense<[[0x7FC00000], [0x7FC00000], [0x7FC00000], [-0.0], [-0.0], [0.0], [0.0], [0xFF800000], [5.0], [0x7F800000]]> : tensor<10x1xf32>
  %x = func.call @one_in_each_row_of_f32(%one, %rest)
      : (tensor<10x1x1xf32>, tensor<10x1x1xf32>) -> tensor<10x70x70xf32>
  %y = prim.min %x axes [1] : tensor<10x70x70xf32>
  %same = func.call @same_f32(%y, %expected)
      : (tensor<10x70xf32>, tensor<10x1xf32>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf32>
}

func.func @min_of_one_special_value_in_rows_of_f64() -> tensor<10x70xf64> {
  %one = prim.constant dense<[[[0x7FF8000000000000]], [[0xFFF8000000000000]], [[1.0]], [[-0.0]], [[0.0]], [[0.0]], [[0.0]], [[0xFFF0000000000000]], [[5.0]], [[0x7FF0000000000000]]]> : tensor<10x1x1xf64>
  %rest = prim.constant dense<[[[0xFFF0000000000000]], [[1.0]], [[0x7FF8000000000000]], [[0.0]], [[-0.0]], [[0.0]], [[1.0]], [[1.0]], [[0x7FF0000000000000]], [[0x7FF0000000000000]]]> : tensor<10x1x1xf64>
  %expected = prim.constant dense<[[0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [-0.0], [-0.0], [0.0], [0.0], [0xFFF0000000000000], [5.0], [0x7FF0000000000000]]> : tensor<10x1xf64>
  %x = func.call @one_in_each_row_of_f64(%one, %rest)
      : (tensor<10x1x1xf64>, tensor<10x1x1xf64>) -> tensor<10x70x70xf64>
  %y = prim.min %x axes [2] : tensor<10x70x70xf64>
  %same = func.call @same_f64(%y, %expected)
      : (tensor<10x70xf64>, tensor<10x1xf64>) -> tensor<i1>
  check.equal %same, dense<true> : tensor<i1>
  return %y : tensor<10x70xf64>
}

// Of one type, but the part is shorter than what the largest is chosen from.
func.func @part_less_the_largest_of_all(%x: tensor<3x?xf64> {check.shape = [3, 5]}) -> tensor<3x?xf64>
    attributes {check.numpy = "x[:, 3:] - x.max(1, keepdims=True)", check.kinks = "at ties"} {
  %part = prim.slice %x starts [0, 3] limits [?, ?] strides [1, 1] : tensor<3x?xf64>
  %largest = prim.max %x axes [1] keepdims : tensor<3x?xf64>
  %shape = prim.shape %part : tensor<3x?xf64>
  %repeated = prim.broadcast %largest to %shape : tensor<3x1xf64>, tensor<2xi64> -> tensor<3x?xf64>
  %y = prim.sub %part, %repeated : tensor<3x?xf64>
  return %y : tensor<3x?xf64>
}

func.func @max_of_complex_numbers(%x: tensor<2x3x4x2xf64>) -> tensor<2x4x2xf64> attributes {check.numpy =
    "np.max(x[..., 0] + 1j * x[..., 1], 1)[..., None].view(float)", check.kinks = "at ties"} {
  %z = prim.as_complex %x : tensor<2x3x4x2xf64>
  %w = prim.max %z axes [1] : tensor<2x3x4xcomplex<f64>>
  %y = prim.as_real %w : tensor<2x4xcomplex<f64>>
  return %y : tensor<2x4x2xf64>
}

func.func @min_of_complex_numbers(%x: tensor<?x3x2xf64> {check.shape = [4, 3, 2]}) -> tensor<1x1x2xf64> attributes {check.numpy =
    "np.min(x[..., 0] + 1j * x[..., 1], keepdims=True)[..., None].view(float)", check.kinks = "at ties"} {
  %z = prim.as_complex %x : tensor<?x3x2xf64>
  %w = prim.min %z axes [0, 1] keepdims : tensor<?x3xcomplex<f64>>
  %y = prim.as_real %w : tensor<1x1xcomplex<f64>>
  return %y : tensor<1x1x2xf64>
}
