func.func @isclose(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %atol: tensor<2x3xf64> {check.range = [0.0, 2.0]}) -> tensor<2x3xi1>
    attributes {check.numpy = "abs(x - y) <= atol + 0.5 * abs(y)"} {
  %rtol = prim.constant dense<0.5> : tensor<2x3xf64>
  %z = composite.isclose %x, %y, %rtol, %atol : tensor<2x3xf64>
  return %z : tensor<2x3xi1>
}

func.func @isclose_of_special_values() -> tensor<8xi1> {
  %x = prim.constant dense<[0x7FF0000000000000, 0x7FF0000000000000, 1.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0, 1.0, 1.0]> : tensor<8xf64>
  %y = prim.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1.0, -0.0, 1.0000000001, 1.1]> : tensor<8xf64>
  %rtol = prim.constant dense<1.0e-5> : tensor<8xf64>
  %atol = prim.constant dense<1.0e-8> : tensor<8xf64>
  %z = composite.isclose %x, %y, %rtol, %atol : tensor<8xf64>
  check.equal %z, dense<[true, false, false, false, false, true, true, false]> : tensor<8xi1>
  %same = composite.isclose %x, %y, %rtol, %atol {equal_nan} : tensor<8xf64>
  check.equal %same, dense<[true, false, false, true, false, true, true, false]> : tensor<8xi1>
  return %z : tensor<8xi1>
}

func.func @allclose(%x: tensor<?xf64> {check.shape = [4]}) -> (tensor<i1>, tensor<i1>)
    attributes {check.numpy = "True, np.allclose(x, 2 * x)"} {
  %shape = prim.shape %x : tensor<?xf64>
  %small = prim.constant dense<1.0e-8> : tensor<f64>
  %limit = prim.fill %small to %shape : tensor<f64>, tensor<1xi64> -> tensor<?xf64>
  %same = composite.allclose %x, %x, %limit, %limit : tensor<?xf64>
  %twice = prim.add %x, %x : tensor<?xf64>
  %other = composite.allclose %x, %twice, %limit, %limit : tensor<?xf64>
  return %same, %other : tensor<i1>, tensor<i1>
}

func.func @allclose_of_nothing(%x: tensor<0xf32>) -> tensor<i1> attributes {check.numpy = "True"} {
  %z = composite.allclose %x, %x, %x, %x : tensor<0xf32>
  return %z : tensor<i1>
}

func.func @isclose_of_complex_numbers() -> tensor<5xi1> {
  %x = prim.constant dense<[(1.0, 2.0), (1.0, 2.0), (0x7FF0000000000000, 1.0), (0x7FF8000000000000, 1.0), (3.0, 4.0)]> : tensor<5xcomplex<f64>>
  %y = prim.constant dense<[(1.0, 2.00001), (1.0, 2.1), (0x7FF0000000000000, 1.0), (1.0, 0x7FF8000000000000), (3.0, 4.0)]> : tensor<5xcomplex<f64>>
  %rtol = prim.constant dense<(1.0e-5, 0.0)> : tensor<5xcomplex<f64>>
  %atol = prim.constant dense<(1.0e-8, 0.0)> : tensor<5xcomplex<f64>>
  %z = composite.isclose %x, %y, %rtol, %atol {equal_nan} : tensor<5xcomplex<f64>>
  check.equal %z, dense<[true, false, true, true, true]> : tensor<5xi1>
  return %z : tensor<5xi1>
}
