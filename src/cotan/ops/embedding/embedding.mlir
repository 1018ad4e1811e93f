func.func @embedding(%w: tensor<4x2xf64>,
    %i: tensor<2x3xi64> {check.value = dense<[[3, 0, 1], [1, 1, 4]]> : tensor<2x3xi64>}) -> tensor<2x3x2xf64>
    attributes {check.numpy = "np.concatenate([w, np.zeros((1, 2))])[i]"} {
  %y = composite.embedding %i, %w : tensor<2x3xi64>, tensor<4x2xf64>
  return %y : tensor<2x3x2xf64>
}

func.func @embedding_with_norms(%w: tensor<?x?xf64> {check.shape = [3, 2], check.range = [0.5, 1.0]},
    %i: tensor<?xi32> {check.value = dense<[2, 0, 2]> : tensor<3xi32>}) -> tensor<?x?xf64>
    attributes {check.numpy = "(w * np.minimum(1, 0.75 / np.linalg.norm(w, axis=1, keepdims=True)))[i]"} {
  %y = composite.embedding %i, %w {max_norm = 0.75} : tensor<?xi32>, tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// No derivative flows to the row, though it is read.
func.func @embedding_with_padding(%w: tensor<3x1xf64>,
    %i: tensor<3xi64> {check.value = dense<[2, 0, 2]> : tensor<3xi64>}) -> tensor<3x1xf64>
    attributes {check.numpy = "w[i]", check.no_gradient} {
  %y = composite.embedding %i, %w {padding_idx = 2} : tensor<3xi64>, tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}

func.func @embedding_bag(%w: tensor<4x2xf64>,
    %i: tensor<5xi64> {check.value = dense<[3, 0, 1, 1, 2]> : tensor<5xi64>},
    %o: tensor<4xi64> {check.value = dense<[0, 2, 2, 4]> : tensor<4xi64>}) -> tensor<4x2xf64>
    attributes {check.numpy = "np.stack([(w[3] + w[0]) / 2, 0 * w[0], w[1], w[2]])"} {
  %y = composite.embedding_bag %i, %w offsets %o : tensor<4xi64> : tensor<5xi64>, tensor<4x2xf64>
  return %y : tensor<4x2xf64>
}

func.func @embedding_bag_of_sums(%w: tensor<?x?xf64> {check.shape = [4, 2]},
    %i: tensor<?xi64> {check.value = dense<[3, 0, 1, 1, 2]> : tensor<5xi64>},
    %o: tensor<?xi64> {check.value = dense<[0, 2, 2]> : tensor<3xi64>},
    %s: tensor<?xf64> {check.shape = [5]}) -> tensor<?x?xf64>
    attributes {check.numpy = "np.stack([s[0] * w[3] + s[1] * w[0], 0 * w[0], (s[2] + s[3]) * w[1] + s[4] * w[2]])"} {
  %y = composite.embedding_bag %i, %w offsets %o : tensor<?xi64> weights %s : tensor<?xf64> mode "sum"
      : tensor<?xi64>, tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @embedding_bag_of_the_largest(%w: tensor<4x2xf64>,
    %i: tensor<5xi64> {check.value = dense<[3, 0, 1, 3, 2]> : tensor<5xi64>},
    %o: tensor<3xi64> {check.value = dense<[0, 2, 2]> : tensor<3xi64>}) -> tensor<3x2xf64>
    attributes {check.numpy = "np.stack([np.maximum(w[3], w[0]), 0 * w[0], w[1:].max(0)])", check.kinks = "at ties"} {
  %y = composite.embedding_bag %i, %w offsets %o : tensor<3xi64> mode "max" : tensor<5xi64>, tensor<4x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @embedding_bag_of_rows(%w: tensor<4x2xf64>,
    %i: tensor<2x3xi64> {check.value = dense<[[3, 0, 1], [1, 2, 2]]> : tensor<2x3xi64>}) -> (tensor<2x2xf64>, tensor<2x2xf64>)
    attributes {check.numpy = "(w[i].mean(1), w[i].max(1))", check.kinks = "at ties"} {
  %y = composite.embedding_bag %i, %w : tensor<2x3xi64>, tensor<4x2xf64>
  %z = composite.embedding_bag %i, %w mode "max" : tensor<2x3xi64>, tensor<4x2xf64>
  return %y, %z : tensor<2x2xf64>, tensor<2x2xf64>
}

func.func @embedding_bag_of_nothing(%w: tensor<4x2xf64>, %i: tensor<3x0xi64> {check.value = dense<> : tensor<3x0xi64>}) -> (tensor<3x2xf64>, tensor<3x2xf64>)
    attributes {check.numpy = "(np.zeros((3, 2)), np.zeros((3, 2)))"} {
  %y = composite.embedding_bag %i, %w : tensor<3x0xi64>, tensor<4x2xf64>
  %z = composite.embedding_bag %i, %w mode "max" : tensor<3x0xi64>, tensor<4x2xf64>
  return %y, %z : tensor<3x2xf64>, tensor<3x2xf64>
}
