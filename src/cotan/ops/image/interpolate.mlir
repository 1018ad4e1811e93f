func.func @nearest(%x: tensor<2x3x2xf64>) -> tensor<2x5x2xf64> attributes {check.numpy = "x[:, [0, 0, 1, 1, 2]]"} {
  %y = composite.interpolate "nearest" %x sizes [5] : tensor<2x3x2xf64>
  return %y : tensor<2x5x2xf64>
}

func.func @nearest_of_two_axes(%x: tensor<4x3x1xf64>) -> tensor<2x6x1xf64> attributes {check.numpy = "x[[0, 2]][:, [0, 0, 1, 1, 2, 2]]"} {
  %y = composite.interpolate "nearest" %x sizes [2, 6] : tensor<4x3x1xf64>
  return %y : tensor<2x6x1xf64>
}

func.func @nearest_exact(%x: tensor<5x2xf64>) -> tensor<2x2xf64> attributes {check.numpy = "x[[1, 3]]"} {
  %y = composite.interpolate "nearest-exact" %x sizes [2] : tensor<5x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @nearest_by_scale(%x: tensor<?x?x2xf64> {check.shape = [2, 3, 2]}) -> tensor<?x?x2xf64>
    attributes {check.numpy = "x[:, [0, 0, 1, 2]]"} {
  %y = composite.interpolate "nearest" %x sizes [?] scale 1.5 : tensor<?x?x2xf64>
  return %y : tensor<?x?x2xf64>
}

func.func @nearest_of_integers() -> tensor<4x1xui8> {
  %x = prim.constant dense<[[7], [255]]> : tensor<2x1xui8>
  %y = composite.interpolate "nearest" %x sizes [4] : tensor<2x1xui8>
  check.equal %y, dense<[[7], [7], [255], [255]]> : tensor<4x1xui8>
  return %y : tensor<4x1xui8>
}

func.func @linear(%x: tensor<2x3x2xf64>) -> tensor<2x6x2xf64>
    attributes {check.numpy = "np.einsum('oi,bic->boc', np.array([[4, 0, 0], [3, 1, 0], [1, 3, 0], [0, 3, 1], [0, 1, 3], [0, 0, 4]]) / 4, x)"} {
  %y = composite.interpolate "linear" %x sizes [6] : tensor<2x3x2xf64>
  return %y : tensor<2x6x2xf64>
}

func.func @linear_with_corners(%x: tensor<3x2x1xf64>) -> tensor<5x3x1xf64>
    attributes {check.numpy = "np.einsum('oi,pj,ijc->opc', np.array([[2, 0, 0], [1, 1, 0], [0, 2, 0], [0, 1, 1], [0, 0, 2]]) / 2, np.array([[2, 0], [1, 1], [0, 2]]) / 2, x)"} {
  %y = composite.interpolate "linear" %x sizes [5, 3] align_corners : tensor<3x2x1xf64>
  return %y : tensor<5x3x1xf64>
}

func.func @linear_with_corners_to_one(%x: tensor<3x2xf64>) -> tensor<1x2xf64> attributes {check.numpy = "x[:1]"} {
  %y = composite.interpolate "linear" %x sizes [1] align_corners : tensor<3x2xf64>
  return %y : tensor<1x2xf64>
}

func.func @linear_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 3, 2]}) -> tensor<?x6x?xf64>
    attributes {check.numpy = "np.einsum('oi,bic->boc', np.array([[4, 0, 0], [3, 1, 0], [1, 3, 0], [0, 3, 1], [0, 1, 3], [0, 0, 4]]) / 4, x)"} {
  %y = composite.interpolate "linear" %x sizes [6] : tensor<?x?x?xf64>
  return %y : tensor<?x6x?xf64>
}

func.func @linear_by_scale(%x: tensor<2x?x?x1xf64> {check.shape = [2, 3, 3, 1]}) -> tensor<2x?x?x1xf64>
    attributes {check.numpy = "np.einsum('oi,pj,bijc->bopc', np.array([[4, 0, 0], [3, 1, 0], [1, 3, 0], [0, 3, 1], [0, 1, 3], [0, 0, 4]]) / 4, np.array([[4, 0, 0], [3, 1, 0], [1, 3, 0], [0, 3, 1], [0, 1, 3], [0, 0, 4]]) / 4, x)"} {
  %y = composite.interpolate "linear" %x sizes [?, ?] scale 2.0 : tensor<2x?x?x1xf64>
  return %y : tensor<2x?x?x1xf64>
}

func.func @cubic(%x: tensor<4x2xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "np.array([[0.5, 0.59375, -0.09375, 0], [0, -0.09375, 0.59375, 0.5]]) @ x"} {
  %y = composite.interpolate "cubic" %x sizes [2] : tensor<4x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @cubic_with_corners(%x: tensor<2x2x1xf64>) -> tensor<2x3x1xf64>
    attributes {check.numpy = "np.stack([x[:, 0], (x[:, 0] + x[:, 1]) / 2, x[:, 1]], 1)"} {
  %y = composite.interpolate "cubic" %x sizes [2, 3] align_corners : tensor<2x2x1xf64>
  return %y : tensor<2x3x1xf64>
}

func.func @area(%x: tensor<5x4x1xf64>) -> tensor<3x2x1xf64>
    attributes {check.numpy = "np.stack([x[i:j].mean(0) for i, j in ((0, 2), (1, 4), (3, 5))]).reshape(3, 2, 2, 1).mean(2)"} {
  %y = composite.interpolate "area" %x sizes [3, 2] : tensor<5x4x1xf64>
  return %y : tensor<3x2x1xf64>
}

func.func @linear_with_antialias(%x: tensor<4x2xf64>) -> tensor<2x2xf64>
    attributes {check.numpy = "np.array([[3, 3, 1, 0], [0, 1, 3, 3]]) / 7 @ x"} {
  %y = composite.interpolate "linear" %x sizes [2] antialias : tensor<4x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @linear_with_antialias_of_open_sizes(%x: tensor<?x2xf64> {check.shape = [4, 2]}) -> tensor<2x2xf64>
    attributes {check.numpy = "np.array([[3, 3, 1, 0], [0, 1, 3, 3]]) / 7 @ x"} {
  %y = composite.interpolate "linear" %x sizes [2] antialias : tensor<?x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @cubic_with_antialias(%x: tensor<2x1xf64>) -> tensor<1x1xf64> attributes {check.numpy = "x.mean(0, keepdims=True)"} {
  %y = composite.interpolate "cubic" %x sizes [1] antialias : tensor<2x1xf64>
  return %y : tensor<1x1xf64>
}

func.func @linear_of_no_images(%x: tensor<0x3x2xf64>) -> tensor<0x6x2xf64> attributes {check.numpy = "np.zeros((0, 6, 2))"} {
  %y = composite.interpolate "linear" %x sizes [6] : tensor<0x3x2xf64>
  return %y : tensor<0x6x2xf64>
}
