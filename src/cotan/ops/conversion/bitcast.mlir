func.func @bitcast_of_floats() -> tensor<4xi32> {
  %x = prim.constant dense<[1.0, -0.0, 0x7F800000, 0xFFC00001]> : tensor<4xf32>
  %y = prim.bitcast %x : tensor<4xf32> -> tensor<4xi32>
  check.equal %y, dense<[1065353216, -2147483648, 2139095040, -4194303]> : tensor<4xi32>
  return %y : tensor<4xi32>
}

func.func @bitcast_to_floats() -> tensor<2xbf16> {
  %x = prim.constant dense<[16256, 49152]> : tensor<2xui16>
  %y = prim.bitcast %x : tensor<2xui16> -> tensor<2xbf16>
  check.equal %y, dense<[1.0, -2.0]> : tensor<2xbf16>
  return %y : tensor<2xbf16>
}

func.func @bitcast_changes_the_sign_of_integers() -> tensor<2xui8> {
  %x = prim.constant dense<[-1, 5]> : tensor<2xi8>
  %y = prim.bitcast %x : tensor<2xi8> -> tensor<2xui8>
  check.equal %y, dense<[255, 5]> : tensor<2xui8>
  return %y : tensor<2xui8>
}

func.func @bitcast_there_and_back(%x: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64>
    attributes {check.numpy = "x", check.no_gradient, check.f64_only} {
  %y = prim.bitcast %x : tensor<?xf64> -> tensor<?xi64>
  %z = prim.bitcast %y : tensor<?xi64> -> tensor<?xf64>
  return %z : tensor<?xf64>
}
