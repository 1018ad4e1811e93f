func.func @cosine_embedding_loss(%x: tensor<3x2xf64> {check.range = [0.5, 1.0]},
    %other: tensor<3x2xf64> {check.range = [0.5, 1.0]}) -> tensor<3xf64>
    attributes {check.numpy = "np.array([1, -1, 0]) * ((x * other).sum(1) / np.sqrt(((x ** 2).sum(1) + 1e-12) * ((other ** 2).sum(1) + 1e-12)) - [1, 0.25, 0]) * [-1, -1, 0]", check.kinks = "at the margin, and where a vector is 0"} {
  %y = prim.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf64>
  %loss = composite.cosine_embedding_loss %x, %other, %y reduction "none" {margin = 0.25}
      : tensor<3x2xf64>, tensor<3xf64>
  return %loss : tensor<3xf64>
}

func.func @cosine_embedding_loss_of_open_sizes(%x: tensor<?x?xf64> {check.shape = [2, 3], check.range = [0.5, 1.0]},
    %other: tensor<?x?xf64> {check.shape = [2, 3], check.range = [0.5, 1.0]},
    %y: tensor<?xf64> {check.value = dense<1.0> : tensor<2xf64>}) -> tensor<f64>
    attributes {check.numpy = "(1 - (x * other).sum(1) / np.linalg.norm(x, axis=1) / np.linalg.norm(other, axis=1)).sum()", check.no_gradient, check.tolerance = 1.0e-10} {
  %loss = composite.cosine_embedding_loss %x, %other, %y reduction "sum" : tensor<?x?xf64>, tensor<?xf64>
  return %loss : tensor<f64>
}

func.func @triplet_margin_loss(%x: tensor<2x3xf64>, %positive: tensor<2x3xf64>, %negative: tensor<2x3xf64>) -> tensor<f64>
    attributes {check.numpy = "np.maximum(0, np.linalg.norm(x - positive + 1e-6, axis=1) - np.linalg.norm(x - negative + 1e-6, axis=1) + 1).mean()", check.kinks = "at the margin, and where a distance is 0"} {
  %loss = composite.triplet_margin_loss %x, %positive, %negative : tensor<2x3xf64>
  return %loss : tensor<f64>
}

func.func @triplet_margin_loss_with_swap(%x: tensor<?x3xf64> {check.shape = [2, 3]},
    %positive: tensor<?x3xf64> {check.shape = [2, 3]}, %negative: tensor<?x3xf64> {check.shape = [2, 3]}) -> tensor<?xf64>
    attributes {check.numpy = "np.maximum(0, np.abs(x - positive).sum(1) - np.minimum(np.abs(x - negative).sum(1), np.abs(positive - negative).sum(1)) + 2)", check.kinks = "at the margin, and at equal elements"} {
  %loss = composite.triplet_margin_loss %x, %positive, %negative reduction "none" {p = 1.0, epsilon = 0.0, margin = 2.0, swap}
      : tensor<?x3xf64>
  return %loss : tensor<?xf64>
}
