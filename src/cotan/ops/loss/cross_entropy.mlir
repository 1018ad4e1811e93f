func.func @cross_entropy(%x: tensor<3x4xf64>,
    %labels: tensor<3xi64> {check.value = dense<[2, 0, 3]> : tensor<3xi64>}) -> tensor<3xf64>
    attributes {check.numpy = "-sp.log_softmax(x, axis=1)[np.arange(3), labels]"} {
  %loss = composite.cross_entropy %x, %labels axis 1 : tensor<3x4xf64>, tensor<3xi64>
  return %loss : tensor<3xf64>
}

func.func @cross_entropy_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [4, 3]},
    %labels: tensor<?xi32> {check.value = dense<[2, 0, 3]> : tensor<3xi32>}) -> tensor<?xf64>
    attributes {check.numpy = "-sp.log_softmax(x, axis=0)[labels, np.arange(3)]"} {
  %loss = composite.cross_entropy %x, %labels axis 0 : tensor<?x?xf64>, tensor<?xi32>
  return %loss : tensor<?xf64>
}

func.func @cross_entropy_leaves_out_what_is_no_class(%x: tensor<3x2xf64>,
    %labels: tensor<3xi64> {check.value = dense<[-1, 1, 2]> : tensor<3xi64>}) -> tensor<3xf64>
    attributes {check.numpy = "np.array([0, -sp.log_softmax(x, axis=1)[1, 1], 0])"} {
  %loss = composite.cross_entropy %x, %labels axis 1 : tensor<3x2xf64>, tensor<3xi64>
  return %loss : tensor<3xf64>
}

func.func @cross_entropy_of_one_label(%x: tensor<4xf64>,
    %label: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<f64>
    attributes {check.numpy = "-sp.log_softmax(x)[1]"} {
  %loss = composite.cross_entropy %x, %label axis 0 : tensor<4xf64>, tensor<i64>
  return %loss : tensor<f64>
}

func.func @nll_loss(%x: tensor<3x4xf64>,
    %labels: tensor<3xi64> {check.value = dense<[2, 0, 4]> : tensor<3xi64>}) -> tensor<3xf64>
    attributes {check.numpy = "np.array([-x[0, 2], -x[1, 0], 0])"} {
  %loss = composite.nll_loss %x, %labels axis 1 : tensor<3x4xf64>, tensor<3xi64>
  return %loss : tensor<3xf64>
}

func.func @cross_entropy_of_an_impossible_class() -> tensor<2xf64> {
  %x = prim.constant dense<[[0.0, 0xFFF0000000000000], [0.0, 0xFFF0000000000000]]> : tensor<2x2xf64>
  %labels = prim.constant dense<[0, 1]> : tensor<2xi64>
  %loss = composite.cross_entropy %x, %labels axis 1 : tensor<2x2xf64>, tensor<2xi64>
  check.equal %loss, dense<[-0.0, 0x7FF0000000000000]> : tensor<2xf64>
  return %loss : tensor<2xf64>
}

func.func @cross_entropy_of_smooth_labels(%x: tensor<3x4xf64>,
    %labels: tensor<3xi64> {check.value = dense<[2, 0, 4]> : tensor<3xi64>}) -> tensor<3xf64>
    attributes {check.numpy = "-np.array([0.75 * sp.log_softmax(x[0])[2] + 0.25 * sp.log_softmax(x[0]).mean(), 0.75 * sp.log_softmax(x[1])[0] + 0.25 * sp.log_softmax(x[1]).mean(), 0])"} {
  %loss = composite.cross_entropy %x, %labels axis 1 {label_smoothing = 0.25} : tensor<3x4xf64>, tensor<3xi64>
  return %loss : tensor<3xf64>
}

func.func @softmax_cross_entropy(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "-(y * sp.log_softmax(x, axis=1)).sum(1)"} {
  %loss = composite.softmax_cross_entropy %x, %y axis 1 : tensor<2x3xf64>
  return %loss : tensor<2xf64>
}

func.func @softmax_cross_entropy_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %y: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<3xf64>
    attributes {check.numpy = "-(y * sp.log_softmax(x, axis=0)).sum(0)"} {
  %loss = composite.softmax_cross_entropy %x, %y axis 0 : tensor<?x3xf64>
  return %loss : tensor<3xf64>
}
