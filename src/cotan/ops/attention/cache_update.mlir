func.func @cache_update(%x: tensor<2x4x2xf64>, %u: tensor<2x2x2xf64>, %p: tensor<i64> {check.value = dense<1> : tensor<i64>}) -> tensor<2x4x2xf64>
    attributes {check.numpy = "np.concatenate([x[:, :1], u, x[:, 3:]], 1)"} {
  %y = composite.cache_update %x, %u, %p axis 1 : tensor<2x4x2xf64>, tensor<2x2x2xf64>, tensor<i64>
  return %y : tensor<2x4x2xf64>
}

func.func @cache_update_at_the_end(%x: tensor<?xf64> {check.shape = [4]}, %u: tensor<?xf64> {check.shape = [3]},
    %p: tensor<i32> {check.value = dense<2> : tensor<i32>}) -> tensor<?xf64>
    attributes {check.numpy = "np.concatenate([x[:2], u[:2]])"} {
  %y = composite.cache_update %x, %u, %p axis 0 : tensor<?xf64>, tensor<?xf64>, tensor<i32>
  return %y : tensor<?xf64>
}

func.func @cache_update_of_nothing(%x: tensor<4x0xi32> {check.range = [0, 9]}, %u: tensor<1x0xi32> {check.range = [0, 9]},
    %p: tensor<i64> {check.value = dense<3> : tensor<i64>}) -> tensor<4x0xi32>
    attributes {check.numpy = "x"} {
  %y = composite.cache_update %x, %u, %p axis 0 : tensor<4x0xi32>, tensor<1x0xi32>, tensor<i64>
  return %y : tensor<4x0xi32>
}
