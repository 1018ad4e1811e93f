// Which numbers these are is tested by test/python/random_test.py.
func.func @random_int() -> tensor<6xi64> {
  %key = prim.constant dense<[0, 7]> : tensor<2xui32>
  %low = prim.constant dense<-3> : tensor<i64>
  %high = prim.constant dense<12> : tensor<i64>
  %x = composite.random_int %key, %low, %high : tensor<i64>, tensor<i64> -> tensor<6xi64>
  return %x : tensor<6xi64>
}

func.func @random_int_of_open_size(%s: tensor<?xf64> {check.shape = [4]}) -> tensor<?xi1> attributes {check.numpy = "np.ones(4, bool)"} {
  %key = prim.constant dense<[1, 2]> : tensor<2xui32>
  %low = prim.constant dense<-128> : tensor<i8>
  %high = prim.constant dense<127> : tensor<i8>
  %shape = prim.shape %s : tensor<?xf64>
  %x = composite.random_int %key, %low, %high to %shape : tensor<i8>, tensor<i8>, tensor<1xi64> -> tensor<?xi8>
  %most = prim.fill %high to %shape : tensor<i8>, tensor<1xi64> -> tensor<?xi8>
  %isBelow = prim.lt %x, %most : tensor<?xi8>
  return %isBelow : tensor<?xi1>
}

func.func @random_int_between_nothing() -> tensor<3xui8> {
  %key = prim.constant dense<[1, 2]> : tensor<2xui32>
  %low = prim.constant dense<200> : tensor<ui8>
  %high = prim.constant dense<100> : tensor<ui8>
  %x = composite.random_int %key, %low, %high : tensor<ui8>, tensor<ui8> -> tensor<3xui8>
  check.equal %x, dense<200> : tensor<3xui8>
  return %x : tensor<3xui8>
}

func.func @random_int_with_bounds_for_each() -> tensor<3xi32> {
  %key = prim.constant dense<[1, 2]> : tensor<2xui32>
  %low = prim.constant dense<[5, -7, 2147483646]> : tensor<3xi32>
  %high = prim.constant dense<[6, -6, 2147483647]> : tensor<3xi32>
  %x = composite.random_int %key, %low, %high : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  check.equal %x, dense<[5, -7, 2147483646]> : tensor<3xi32>
  return %x : tensor<3xi32>
}
