func.func @checkpoint_name(%x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "np.exp(x)"} {
  %y = composite.checkpoint_name %x name "x" : tensor<?x2xf64>
  %z = prim.exp %y : tensor<?x2xf64>
  return %z : tensor<?x2xf64>
}

func.func @checkpoint_name_of_integers() -> tensor<2xi32> {
  %x = prim.constant dense<[1, -2]> : tensor<2xi32>
  %y = composite.checkpoint_name %x name "" : tensor<2xi32>
  check.equal %y, dense<[1, -2]> : tensor<2xi32>
  return %y : tensor<2xi32>
}
