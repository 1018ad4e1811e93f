func.func @iota() -> tensor<2x3xi32> {
  %x = prim.iota axis 1 -> tensor<2x3xi32>
  check.equal %x, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  return %x : tensor<2x3xi32>
}

func.func @iota_along_the_first_axis() -> tensor<2x3xf64> {
  %x = prim.iota axis 0 -> tensor<2x3xf64>
  check.equal %x, dense<[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf64>
  return %x : tensor<2x3xf64>
}

func.func @iota_in_the_shape_of_another(%x: tensor<?xf64> {check.shape = [5]}) -> tensor<?xf64>
    attributes {check.numpy = "x * np.arange(5.0)"} {
  %s = prim.shape %x : tensor<?xf64>
  %i = prim.iota axis 0 to %s : tensor<1xi64> -> tensor<?xf64>
  %y = prim.mul %x, %i : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @iota_of_nothing() -> tensor<0xui8> {
  %x = prim.iota axis 0 -> tensor<0xui8>
  check.equal %x, dense<> : tensor<0xui8>
  return %x : tensor<0xui8>
}

func.func @iota_wraps_around() -> tensor<1xui8> {
  %x = prim.iota axis 0 -> tensor<260xui8>
  %y = prim.max %x axes [0] keepdims : tensor<260xui8>
  check.equal %y, dense<255> : tensor<1xui8>
  return %y : tensor<1xui8>
}
