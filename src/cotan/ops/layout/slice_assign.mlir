func.func @slice_assign(%x: tensor<6x3xf64>, %value: tensor<2x3xf64>) -> tensor<6x3xf64>
    attributes {check.numpy = "np.concatenate([x[:1], value, x[3:]])"} {
  %y = composite.slice_assign %x, %value starts [1, 0] limits [3, 3] strides [1, 1] : tensor<6x3xf64>, tensor<2x3xf64>
  return %y : tensor<6x3xf64>
}

func.func @slice_assign_by_steps(%x: tensor<6xf64>, %value: tensor<3xf64>) -> tensor<6xf64>
    attributes {check.numpy = "np.array([x[0], value[0], x[2], value[1], x[4], value[2]])"} {
  %y = composite.slice_assign %x, %value starts [1] limits [6] strides [2] : tensor<6xf64>, tensor<3xf64>
  return %y : tensor<6xf64>
}

func.func @slice_assign_in_open_size(%x: tensor<?x3xf64> {check.shape = [4, 3]}, %value: tensor<?x2xf64> {check.shape = [4, 2]}) -> tensor<?x3xf64>
    attributes {check.numpy = "np.stack([value[:, 0], x[:, 1], value[:, 1]], 1)"} {
  %y = composite.slice_assign %x, %value starts [0, 0] limits [?, 3] strides [1, 2] : tensor<?x3xf64>, tensor<?x2xf64>
  return %y : tensor<?x3xf64>
}

func.func @slice_assign_of_nothing(%x: tensor<3xf64>, %value: tensor<0xf64>) -> tensor<3xf64> attributes {check.numpy = "x"} {
  %y = composite.slice_assign %x, %value starts [1] limits [1] strides [2] : tensor<3xf64>, tensor<0xf64>
  return %y : tensor<3xf64>
}

func.func @slice_assign_of_number(%x: tensor<f64>, %value: tensor<f64>) -> tensor<f64> attributes {check.numpy = "value"} {
  %y = composite.slice_assign %x, %value starts [] limits [] strides [] : tensor<f64>, tensor<f64>
  return %y : tensor<f64>
}

func.func @slice_assign_keeps_infinities_out() -> tensor<4xf64> {
  %x = prim.constant dense<[0x7FF0000000000000, 1.0, 0x7FF8000000000000, 2.0]> : tensor<4xf64>
  %value = prim.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %y = composite.slice_assign %x, %value starts [0] limits [4] strides [2] : tensor<4xf64>, tensor<2xf64>
  check.equal %y, dense<[5.0, 1.0, 6.0, 2.0]> : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @slice_assign_of_integers() -> tensor<5xui8> {
  %x = prim.constant dense<[1, 2, 3, 4, 5]> : tensor<5xui8>
  %value = prim.constant dense<[255, 254]> : tensor<2xui8>
  %y = composite.slice_assign %x, %value starts [0] limits [4] strides [3] : tensor<5xui8>, tensor<2xui8>
  check.equal %y, dense<[255, 2, 3, 254, 5]> : tensor<5xui8>
  return %y : tensor<5xui8>
}
