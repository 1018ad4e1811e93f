func.func @nonzero() -> tensor<2x?xi64> attributes {check.numpy = "np.array([[0, 0, 1], [1, 3, 2]])"} {
  %x = prim.constant dense<[[0.0, 2.0, -0.0, 0x7FF8000000000000], [0.0, 0.0, 1.0, 0.0]]> : tensor<2x4xf64>
  %i = composite.nonzero %x : tensor<2x4xf64> -> tensor<2x?xi64>
  return %i : tensor<2x?xi64>
}

func.func @nonzero_of_open_size(%x: tensor<?xi32> {check.shape = [9], check.range = [-1, 2]}) -> tensor<1x?xi64>
    attributes {check.numpy = "np.stack(np.nonzero(x))"} {
  %i = composite.nonzero %x : tensor<?xi32> -> tensor<1x?xi64>
  return %i : tensor<1x?xi64>
}

func.func @nonzero_of_nothing(%x: tensor<0x3xf64>) -> tensor<2x?xi64> attributes {check.numpy = "np.zeros((2, 0))"} {
  %i = composite.nonzero %x : tensor<0x3xf64> -> tensor<2x?xi64>
  return %i : tensor<2x?xi64>
}

func.func @nonzero_of_zeros() -> tensor<1x?xi64> attributes {check.numpy = "np.zeros((1, 0))"} {
  %x = prim.constant dense<false> : tensor<3xi1>
  %i = composite.nonzero %x : tensor<3xi1> -> tensor<1x?xi64>
  return %i : tensor<1x?xi64>
}

func.func @masked_select(%x: tensor<2x3xf64>) -> tensor<?xf64> attributes {check.numpy = "x[[0, 1, 1], [2, 0, 1]]"} {
  %mask = prim.constant dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>
  %y = composite.masked_select %x, %mask : tensor<2x3xf64>, tensor<2x3xi1> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @masked_select_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [3, 2]}, %n: tensor<?x2xi8> {check.shape = [3, 2], check.range = [0, 2]}) -> tensor<?xf64>
    attributes {check.numpy = "x[n != 0]"} {
  %mask = prim.cast %n : tensor<?x2xi8> -> tensor<?x2xi1>
  %y = composite.masked_select %x, %mask : tensor<?x2xf64>, tensor<?x2xi1> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @masked_select_of_nothing(%x: tensor<0xf64>) -> tensor<?xf64> attributes {check.numpy = "x"} {
  %mask = prim.constant dense<> : tensor<0xi1>
  %y = composite.masked_select %x, %mask : tensor<0xf64>, tensor<0xi1> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @unique(%x: tensor<3x4xi32> {check.range = [-2, 3]}) -> (tensor<?xi32>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>)
    attributes {check.numpy = "np.unique(x.ravel(), True, True, True)"} {
  %y:4 = composite.unique %x : tensor<3x4xi32> -> tensor<?xi32>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>
  return %y#0, %y#1, %y#2, %y#3 : tensor<?xi32>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>
}

func.func @unique_of_open_size(%n: tensor<?xi8> {check.shape = [7], check.range = [0, 3]}) -> (tensor<?xf64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
    attributes {check.numpy = "np.unique(n, True, True, True)"} {
  %x = prim.cast %n : tensor<?xi8> -> tensor<?xf64>
  %y:4 = composite.unique %x : tensor<?xf64> -> tensor<?xf64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  return %y#0, %y#1, %y#2, %y#3 : tensor<?xf64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}

func.func @unique_of_nan() -> (tensor<?xi64>, tensor<?xi64>) attributes {check.numpy = "np.array([2, 1, 3]), np.array([2, 1, 1, 1, 1])"} {
  %x = prim.constant dense<[0x7FC00000, -0.0, 2.0, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %y:4 = composite.unique %x : tensor<6xf32> -> tensor<?xf32>, tensor<?xi64>, tensor<6xi64>, tensor<?xi64>
  %z:4 = composite.unique %x {distinct_nan} : tensor<6xf32> -> tensor<?xf32>, tensor<?xi64>, tensor<6xi64>, tensor<?xi64>
  return %y#3, %z#3 : tensor<?xi64>, tensor<?xi64>
}

func.func @unique_of_nothing(%x: tensor<0xf64>) -> (tensor<?xf64>, tensor<?xi64>, tensor<0xi64>, tensor<?xi64>)
    attributes {check.numpy = "x, np.zeros(0), np.zeros(0), np.zeros(0)"} {
  %y:4 = composite.unique %x : tensor<0xf64> -> tensor<?xf64>, tensor<?xi64>, tensor<0xi64>, tensor<?xi64>
  return %y#0, %y#1, %y#2, %y#3 : tensor<?xf64>, tensor<?xi64>, tensor<0xi64>, tensor<?xi64>
}

func.func @unique_complex_numbers() -> (tensor<?xcomplex<f64>>, tensor<?xi64>, tensor<5xi64>, tensor<?xi64>)
    attributes {check.numpy = "np.array([1j, 2]), np.array([1, 0]), np.array([1, 0, 1, 1, 0]), np.array([2, 3])"} {
  %x = prim.constant dense<[(2.0, 0.0), (0.0, 1.0), (2.0, 0.0), (2.0, 0.0), (0.0, 1.0)]> : tensor<5xcomplex<f64>>
  %y:4 = composite.unique %x : tensor<5xcomplex<f64>> -> tensor<?xcomplex<f64>>, tensor<?xi64>, tensor<5xi64>, tensor<?xi64>
  return %y#0, %y#1, %y#2, %y#3 : tensor<?xcomplex<f64>>, tensor<?xi64>, tensor<5xi64>, tensor<?xi64>
}

func.func @unique_slices(%x: tensor<4x2xi64> {check.value = dense<[[2, 1], [1, 5], [2, 1], [2, 0]]> : tensor<4x2xi64>})
    -> (tensor<?x2xi64>, tensor<?xi64>, tensor<4xi64>, tensor<?xi64>)
    attributes {check.numpy = "tuple(a.reshape(-1) if i else a for i, a in enumerate(np.unique(x, True, True, True, axis=0)))"} {
  %y:4 = composite.unique %x {axis = 0 : i64} : tensor<4x2xi64> -> tensor<?x2xi64>, tensor<?xi64>, tensor<4xi64>, tensor<?xi64>
  return %y#0, %y#1, %y#2, %y#3 : tensor<?x2xi64>, tensor<?xi64>, tensor<4xi64>, tensor<?xi64>
}

func.func @as_many_as_are_said() -> (tensor<4xf64>, tensor<4xi64>, tensor<5xi64>, tensor<4xi64>, tensor<2xf64>, tensor<2x3xf64>) {
  %x = prim.constant dense<[3.0, 1.0, 3.0, 2.0, 1.0]> : tensor<5xf64>
  %f = prim.constant dense<9.0> : tensor<f64>
  %y:4 = composite.unique %x fill %f {size = 4 : i64} : tensor<5xf64>, tensor<f64> -> tensor<4xf64>, tensor<4xi64>, tensor<5xi64>, tensor<4xi64>
  check.equal %y#0, dense<[1.0, 2.0, 3.0, 9.0]> : tensor<4xf64>
  check.equal %y#1, dense<[1, 3, 0, 1]> : tensor<4xi64>
  check.equal %y#2, dense<[2, 0, 2, 1, 0]> : tensor<5xi64>
  check.equal %y#3, dense<[2, 1, 2, 0]> : tensor<4xi64>
  %z:4 = composite.unique %x {size = 2 : i64} : tensor<5xf64> -> tensor<2xf64>, tensor<2xi64>, tensor<5xi64>, tensor<2xi64>
  check.equal %z#0, dense<[1.0, 2.0]> : tensor<2xf64>
  %m = prim.constant dense<[[1.0, 1.0, 0.0], [2.0, 2.0, 4.0]]> : tensor<2x3xf64>
  %c:4 = composite.unique %m {axis = 1 : i64, size = 3 : i64} : tensor<2x3xf64> -> tensor<2x3xf64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>
  check.equal %c#0, dense<[[0.0, 1.0, 0.0], [4.0, 2.0, 4.0]]> : tensor<2x3xf64>
  return %y#0, %y#1, %y#2, %y#3, %z#0, %c#0 : tensor<4xf64>, tensor<4xi64>, tensor<5xi64>, tensor<4xi64>, tensor<2xf64>, tensor<2x3xf64>
}
