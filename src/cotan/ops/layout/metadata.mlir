func.func @size(%x: tensor<2x3xf64>) -> tensor<i64> attributes {check.numpy = "np.size(x)"} {
  %n = composite.size %x : tensor<2x3xf64>
  return %n : tensor<i64>
}

func.func @size_of_open_sizes(%x: tensor<?x3x?xf64> {check.shape = [2, 3, 4]}) -> tensor<i64> attributes {check.numpy = "np.size(x)"} {
  %n = composite.size %x : tensor<?x3x?xf64>
  return %n : tensor<i64>
}

func.func @size_of_number(%x: tensor<f64>) -> tensor<i64> attributes {check.numpy = "1"} {
  %n = composite.size %x : tensor<f64>
  return %n : tensor<i64>
}

func.func @size_of_nothing(%x: tensor<0x?xf64> {check.shape = [0, 3]}) -> tensor<i64> attributes {check.numpy = "0"} {
  %n = composite.size %x : tensor<0x?xf64>
  return %n : tensor<i64>
}

func.func @rank(%x: tensor<?x3x?xf64> {check.shape = [2, 3, 4]}) -> tensor<i64> attributes {check.numpy = "np.ndim(x)"} {
  %n = composite.rank %x : tensor<?x3x?xf64>
  return %n : tensor<i64>
}
