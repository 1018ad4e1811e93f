// The values do not depend on a, so differences of values say nothing of the derivatives: those are
// checked against quantiles, in test/python/distributions_test.py.
func.func @gamma_sample(%a: tensor<?x2xf64> {check.shape = [3, 2], check.range = [0.5, 3.0]}, %x: tensor<?x2xf64> {check.shape = [3, 2], check.range = [0.5, 3.0]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x", check.no_gradient} {
  %y = prim.gamma_sample %a, %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}

func.func @loggamma_sample(%a: tensor<?x2xf64> {check.shape = [3, 2], check.range = [0.5, 3.0]}, %x: tensor<?x2xf64> {check.shape = [3, 2]}) -> tensor<?x2xf64>
    attributes {check.numpy = "x", check.no_gradient} {
  %y = prim.loggamma_sample %a, %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}
