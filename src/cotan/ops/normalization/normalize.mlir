func.func @normalize(%x: tensor<2x3xf64>) -> tensor<2x3xf64>
    attributes {check.numpy = "x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 0.125)"} {
  %y = composite.normalize %x axis 1 {epsilon = 0.125} : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @normalize_by_the_sum(%x: tensor<?x3xf64> {check.shape = [2, 3], check.range = [0.5, 1.0]}) -> tensor<?x3xf64>
    attributes {check.numpy = "x / np.abs(x).sum(0)", check.kinks = "at 0"} {
  %y = composite.normalize %x axis 0 {p = 1.0, epsilon = 0.125} : tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func @normalize_of_order_3(%x: tensor<4xf64>) -> tensor<4xf64>
    attributes {check.numpy = "x / np.linalg.norm(x, 3)", check.kinks = "at 0"} {
  %y = composite.normalize %x axis 0 {p = 3.0, epsilon = 0.125} : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @normalize_of_zeros() -> (tensor<2xf64>, tensor<2xf64>) {
  %x = prim.constant dense<0.0> : tensor<2xf64>
  %y = composite.normalize %x axis 0 : tensor<2xf64>
  check.equal %y, dense<0.0> : tensor<2xf64>
  %z = composite.normalize %x axis 0 {p = 0x7FF0000000000000 : f64} : tensor<2xf64>
  check.equal %z, dense<0.0> : tensor<2xf64>
  return %y, %z : tensor<2xf64>, tensor<2xf64>
}

func.func @weight_norm(%v: tensor<2x3x2xf64>, %g: tensor<3xf64>) -> tensor<2x3x2xf64>
    attributes {check.numpy = "g[:, None] * v / np.sqrt((v ** 2).sum((0, 2), keepdims=True))", check.kinks = "where v is 0"} {
  %y = composite.weight_norm %v, %g axis 1 : tensor<2x3x2xf64>, tensor<3xf64>
  return %y : tensor<2x3x2xf64>
}

func.func @weight_norm_of_open_sizes(%v: tensor<?x?xf64> {check.shape = [2, 3]},
    %g: tensor<?xf64> {check.shape = [2]}) -> tensor<?x?xf64>
    attributes {check.numpy = "g[:, None] * v / np.linalg.norm(v, axis=1, keepdims=True)", check.kinks = "where v is 0"} {
  %y = composite.weight_norm %v, %g axis 0 : tensor<?x?xf64>, tensor<?xf64>
  return %y : tensor<?x?xf64>
}
