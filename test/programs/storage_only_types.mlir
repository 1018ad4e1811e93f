// Types for storage only, moved and compared by the interpreter and by machine code, which must agree. The numbers
// are ones that all of the types hold.

func.func @moves_of_float8_e4m3(%x: tensor<2x3xi32> {check.value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>},
    %i: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> (tensor<6x3xf32>, tensor<2x2xi1>)
    attributes {check.numpy = "(np.array([[0, 6, 4], [0, 2, 5], [0, 3, 1], [0, 3, 1], [0, 6, 4], [0, 0, 0]]), np.array([[True, False], [False, False]]))"} {
  %s = prim.cast %x : tensor<2x3xi32> -> tensor<2x3xf8E4M3FN>
  %picked = prim.take %s at %i axis 1 : tensor<2x3xf8E4M3FN>, tensor<2xi64>
  %turned = prim.transpose %s permutation [1, 0] : tensor<2x3xf8E4M3FN>
  %one = prim.constant dense<3> : tensor<1x1xi32>
  %small = prim.cast %one : tensor<1x1xi32> -> tensor<1x1xf8E4M3FN>
  %threes = prim.broadcast %small : tensor<1x1xf8E4M3FN> -> tensor<2x2xf8E4M3FN>
  %is = prim.eq %picked, %threes : tensor<2x2xf8E4M3FN>
  %chosen = prim.where %is, %threes, %picked : tensor<2x2xf8E4M3FN>
  %all = prim.concat %turned, %chosen axis 0 : tensor<3x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>
  %put = prim.scatter %all at %i update %chosen axis 0 : tensor<5x2xf8E4M3FN>, tensor<2xi64>, tensor<2x2xf8E4M3FN>
  %number = prim.constant dense<0> : tensor<i32>
  %zero = prim.cast %number : tensor<i32> -> tensor<f8E4M3FN>
  %y = prim.pad %put with %zero low [0, 1] high [1, 0] interior [0, 0] : tensor<5x2xf8E4M3FN>
  %wide = prim.cast %y : tensor<6x3xf8E4M3FN> -> tensor<6x3xf32>
  return %wide, %is : tensor<6x3xf32>, tensor<2x2xi1>
}

func.func @moves_of_float8_e5m2(%x: tensor<2x3xi32> {check.value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>},
    %i: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> (tensor<6x3xf32>, tensor<2x2xi1>)
    attributes {check.numpy = "(np.array([[0, 6, 4], [0, 2, 5], [0, 3, 1], [0, 3, 1], [0, 6, 4], [0, 0, 0]]), np.array([[True, False], [False, False]]))"} {
  %s = prim.cast %x : tensor<2x3xi32> -> tensor<2x3xf8E5M2>
  %picked = prim.take %s at %i axis 1 : tensor<2x3xf8E5M2>, tensor<2xi64>
  %turned = prim.transpose %s permutation [1, 0] : tensor<2x3xf8E5M2>
  %one = prim.constant dense<3> : tensor<1x1xi32>
  %small = prim.cast %one : tensor<1x1xi32> -> tensor<1x1xf8E5M2>
  %threes = prim.broadcast %small : tensor<1x1xf8E5M2> -> tensor<2x2xf8E5M2>
  %is = prim.eq %picked, %threes : tensor<2x2xf8E5M2>
  %chosen = prim.where %is, %threes, %picked : tensor<2x2xf8E5M2>
  %all = prim.concat %turned, %chosen axis 0 : tensor<3x2xf8E5M2>, tensor<2x2xf8E5M2>
  %put = prim.scatter %all at %i update %chosen axis 0 : tensor<5x2xf8E5M2>, tensor<2xi64>, tensor<2x2xf8E5M2>
  %number = prim.constant dense<0> : tensor<i32>
  %zero = prim.cast %number : tensor<i32> -> tensor<f8E5M2>
  %y = prim.pad %put with %zero low [0, 1] high [1, 0] interior [0, 0] : tensor<5x2xf8E5M2>
  %wide = prim.cast %y : tensor<6x3xf8E5M2> -> tensor<6x3xf32>
  return %wide, %is : tensor<6x3xf32>, tensor<2x2xi1>
}

func.func @moves_of_int4(%x: tensor<2x3xi32> {check.value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>},
    %i: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> (tensor<6x3xf32>, tensor<2x2xi1>)
    attributes {check.numpy = "(np.array([[0, 6, 4], [0, 2, 5], [0, 3, 1], [0, 3, 1], [0, 6, 4], [0, 0, 0]]), np.array([[True, False], [False, False]]))"} {
  %s = prim.cast %x : tensor<2x3xi32> -> tensor<2x3xi4>
  %picked = prim.take %s at %i axis 1 : tensor<2x3xi4>, tensor<2xi64>
  %turned = prim.transpose %s permutation [1, 0] : tensor<2x3xi4>
  %one = prim.constant dense<3> : tensor<1x1xi32>
  %small = prim.cast %one : tensor<1x1xi32> -> tensor<1x1xi4>
  %threes = prim.broadcast %small : tensor<1x1xi4> -> tensor<2x2xi4>
  %is = prim.eq %picked, %threes : tensor<2x2xi4>
  %chosen = prim.where %is, %threes, %picked : tensor<2x2xi4>
  %all = prim.concat %turned, %chosen axis 0 : tensor<3x2xi4>, tensor<2x2xi4>
  %put = prim.scatter %all at %i update %chosen axis 0 : tensor<5x2xi4>, tensor<2xi64>, tensor<2x2xi4>
  %number = prim.constant dense<0> : tensor<i32>
  %zero = prim.cast %number : tensor<i32> -> tensor<i4>
  %y = prim.pad %put with %zero low [0, 1] high [1, 0] interior [0, 0] : tensor<5x2xi4>
  %wide = prim.cast %y : tensor<6x3xi4> -> tensor<6x3xf32>
  return %wide, %is : tensor<6x3xf32>, tensor<2x2xi1>
}

func.func @moves_of_uint4(%x: tensor<2x3xi32> {check.value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>},
    %i: tensor<2xi64> {check.value = dense<[2, 0]> : tensor<2xi64>}) -> (tensor<6x3xf32>, tensor<2x2xi1>)
    attributes {check.numpy = "(np.array([[0, 6, 4], [0, 2, 5], [0, 3, 1], [0, 3, 1], [0, 6, 4], [0, 0, 0]]), np.array([[True, False], [False, False]]))"} {
  %s = prim.cast %x : tensor<2x3xi32> -> tensor<2x3xui4>
  %picked = prim.take %s at %i axis 1 : tensor<2x3xui4>, tensor<2xi64>
  %turned = prim.transpose %s permutation [1, 0] : tensor<2x3xui4>
  %one = prim.constant dense<3> : tensor<1x1xi32>
  %small = prim.cast %one : tensor<1x1xi32> -> tensor<1x1xui4>
  %threes = prim.broadcast %small : tensor<1x1xui4> -> tensor<2x2xui4>
  %is = prim.eq %picked, %threes : tensor<2x2xui4>
  %chosen = prim.where %is, %threes, %picked : tensor<2x2xui4>
  %all = prim.concat %turned, %chosen axis 0 : tensor<3x2xui4>, tensor<2x2xui4>
  %put = prim.scatter %all at %i update %chosen axis 0 : tensor<5x2xui4>, tensor<2xi64>, tensor<2x2xui4>
  %number = prim.constant dense<0> : tensor<i32>
  %zero = prim.cast %number : tensor<i32> -> tensor<ui4>
  %y = prim.pad %put with %zero low [0, 1] high [1, 0] interior [0, 0] : tensor<5x2xui4>
  %wide = prim.cast %y : tensor<6x3xui4> -> tensor<6x3xf32>
  return %wide, %is : tensor<6x3xf32>, tensor<2x2xi1>
}
