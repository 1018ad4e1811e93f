func.func @optimization_barrier(%x: tensor<?x2xf64> {check.shape = [3, 2]}, %a: tensor<4xf64>)
    -> tensor<?x2xf64> attributes {check.numpy = "np.exp(x)"} {
  %y = prim.optimization_barrier %x after %a : tensor<?x2xf64>, tensor<4xf64>
  %z = prim.exp %y : tensor<?x2xf64>
  return %z : tensor<?x2xf64>
}

func.func @optimization_barrier_of_nothing_else(%x: tensor<f64>) -> tensor<f64>
    attributes {check.numpy = "x * x"} {
  %y = prim.optimization_barrier %x : tensor<f64>
  %z = prim.mul %x, %y : tensor<f64>
  return %z : tensor<f64>
}

func.func @optimization_barrier_after_what_it_makes(%x: tensor<40x50xf64>) -> tensor<40x50xf64>
    attributes {check.numpy = "np.sin(x) * np.sin(x) + x"} {
  %s = prim.sin %x : tensor<40x50xf64>
  %y = prim.optimization_barrier %x after %s : tensor<40x50xf64>, tensor<40x50xf64>
  %t = prim.sin %y : tensor<40x50xf64>
  %u = prim.mul %s, %t : tensor<40x50xf64>
  %z = prim.add %u, %y : tensor<40x50xf64>
  return %z : tensor<40x50xf64>
}

func.func @optimization_barrier_of_integers(%a: tensor<3xf64>) -> tensor<2xi32> {
  %x = prim.constant dense<[1, -2]> : tensor<2xi32>
  %y = prim.optimization_barrier %x after %a : tensor<2xi32>, tensor<3xf64>
  check.equal %y, dense<[1, -2]> : tensor<2xi32>
  return %y : tensor<2xi32>
}
