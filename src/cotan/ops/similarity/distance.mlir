func.func @cosine_similarity(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "(x * y).sum(1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1)", check.kinks = "where a vector is 0"} {
  %s = composite.cosine_similarity %x, %y axis 1 : tensor<2x3xf64>
  return %s : tensor<2xf64>
}

func.func @cosine_similarity_of_open_sizes(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %y: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<3xf64>
    attributes {check.numpy = "(x * y).sum(0) / np.linalg.norm(x, axis=0) / np.linalg.norm(y, axis=0)", check.kinks = "where a vector is 0"} {
  %s = composite.cosine_similarity %x, %y axis 0 : tensor<?x3xf64>
  return %s : tensor<3xf64>
}

func.func @cosine_similarity_of_nothing_to_measure() -> tensor<f64> {
  %x = prim.constant dense<0.0> : tensor<3xf64>
  %s = composite.cosine_similarity %x, %x axis 0 : tensor<3xf64>
  check.equal %s, dense<0.0> : tensor<f64>
  return %s : tensor<f64>
}

func.func @pairwise_distance(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2xf64>
    attributes {check.numpy = "np.linalg.norm(x - y + 1e-6, axis=1)", check.kinks = "where the distance is 0"} {
  %s = composite.pairwise_distance %x, %y : tensor<2x3xf64>
  return %s : tensor<2xf64>
}

func.func @pairwise_distance_of_order_1(%x: tensor<?x3xf64> {check.shape = [2, 3], check.range = [2.0, 3.0]},
    %y: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?x1xf64>
    attributes {check.numpy = "np.abs(x - y).sum(1, keepdims=True)", check.kinks = "at equal elements"} {
  %s = composite.pairwise_distance %x, %y keepdims {p = 1.0, epsilon = 0.0} : tensor<?x3xf64>
  return %s : tensor<?x1xf64>
}

func.func @cdist(%x: tensor<2x3xf64>, %y: tensor<4x3xf64>) -> tensor<2x4xf64>
    attributes {check.numpy = "np.linalg.norm(x[:, None] - y, axis=2)", check.kinks = "at equal rows"} {
  %z = composite.cdist %x, %y : tensor<2x3xf64>, tensor<4x3xf64>
  return %z : tensor<2x4xf64>
}

func.func @cdist_of_open_sizes(%x: tensor<?x?x?xf64> {check.shape = [2, 1, 3]},
    %y: tensor<?x?x?xf64> {check.shape = [2, 2, 3]}) -> tensor<?x?x?xf64>
    attributes {check.numpy = "(np.abs(x[:, :, None] - y[:, None]) ** 3).sum(3) ** (1 / 3)", check.kinks = "at equal rows"} {
  %z = composite.cdist %x, %y {p = 3.0} : tensor<?x?x?xf64>, tensor<?x?x?xf64>
  return %z : tensor<?x?x?xf64>
}

func.func @cdist_of_the_largest(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
    attributes {check.numpy = "(np.abs(x[:, None] - y).max(2), (x[:, None] != y).sum(2))", check.kinks = "at ties"} {
  %z = composite.cdist %x, %y {p = 0x7FF0000000000000 : f64} : tensor<2x3xf64>, tensor<2x3xf64>
  %n = composite.cdist %x, %y {p = 0.0} : tensor<2x3xf64>, tensor<2x3xf64>
  return %z, %n : tensor<2x2xf64>, tensor<2x2xf64>
}

func.func @pdist(%x: tensor<4x3xf64>) -> tensor<6xf64>
    attributes {check.numpy = "np.linalg.norm(x[[0, 0, 0, 1, 1, 2]] - x[[1, 2, 3, 2, 3, 3]], axis=1)", check.kinks = "at equal rows"} {
  %z = composite.pdist %x : tensor<4x3xf64>
  return %z : tensor<6xf64>
}

func.func @pdist_of_one_row(%x: tensor<1x3xf64>) -> tensor<0xf64> attributes {check.numpy = "np.zeros(0)"} {
  %z = composite.pdist %x : tensor<1x3xf64>
  return %z : tensor<0xf64>
}
