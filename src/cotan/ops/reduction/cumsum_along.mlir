// Samples of cumsum_along.

func.func @along_the_last_axis(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) attributes {check.numpy =
    "(np.cumsum(x, 1), np.cumsum(y[::-1], 0)[::-1] - y)"} {
  %last = prim.constant dense<-1> : tensor<i64>
  %first = prim.constant dense<0> : tensor<i32>
  %s = composite.cumsum_along %x, %last : tensor<2x3xf64>, tensor<i64>
  %t = composite.cumsum_along %y, %first reverse exclusive : tensor<2x3xf64>, tensor<i32>
  return %s, %t : tensor<2x3xf64>, tensor<2x3xf64>
}

// The axis is known only when it runs: that of the larger corner.
func.func @along_an_axis_that_is_computed(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {check.numpy =
    "np.cumsum(x, int(x[0, 2] > x[1, 0]))", check.kinks = "where the axis changes"} {
  %a = prim.slice %x starts [0, 2] limits [1, 3] strides [1, 1] : tensor<2x3xf64>
  %b = prim.slice %x starts [1, 0] limits [2, 1] strides [1, 1] : tensor<2x3xf64>
  %isRight = prim.gt %a, %b : tensor<1x1xf64>
  %number = prim.cast %isRight : tensor<1x1xi1> -> tensor<1x1xi64>
  %axis = prim.reshape %number : tensor<1x1xi64> -> tensor<i64>
  %s = composite.cumsum_along %x, %axis : tensor<2x3xf64>, tensor<i64>
  return %s : tensor<2x3xf64>
}

func.func @of_integers_and_open_sizes(%x: tensor<?x?xi32> {check.value = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>}, %axis: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<?x?xi32> {
  %s = composite.cumsum_along %x, %axis exclusive : tensor<?x?xi32>, tensor<i64>
  return %s : tensor<?x?xi32>
}
