func.func @empty() -> tensor<2x3xf32> attributes {check.numpy = "np.zeros((2, 3))"} {
  %x = composite.empty -> tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}

func.func @empty_of_open_size(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?xi8> attributes {check.numpy = "np.zeros(3)"} {
  %shape = prim.shape %x : tensor<?xf64>
  %y = composite.empty to %shape : tensor<1xi64> -> tensor<?xi8>
  return %y : tensor<?xi8>
}

func.func @empty_of_truth_values() -> tensor<i1> attributes {check.numpy = "False"} {
  %x = composite.empty -> tensor<i1>
  return %x : tensor<i1>
}

func.func @assign(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64> attributes {check.numpy = "x"} {
  %y = composite.assign %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @assign_of_integers() -> tensor<2xui8> {
  %x = prim.constant dense<[0, 255]> : tensor<2xui8>
  %y = composite.assign %x : tensor<2xui8>
  check.equal %y, dense<[0, 255]> : tensor<2xui8>
  return %y : tensor<2xui8>
}
