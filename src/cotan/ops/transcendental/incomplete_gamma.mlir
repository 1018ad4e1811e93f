func.func @igamma(%a: tensor<2x3xf64> {check.range = [0.5, 4.0]}, %u: tensor<2x3xf64> {check.range = [-0.7, 1.8]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.gammainc(a, np.exp(u))"} {
  %x = prim.exp %u : tensor<2x3xf64>
  %y = prim.igamma %a, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @igamma_of_large_shape(%a: tensor<?xf64> {check.range = [90.0, 110.0], check.shape = [4]},
    %x: tensor<?xf64> {check.range = [80.0, 120.0], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "sp.gammainc(a, x)"} {
  %y = prim.igamma %a, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @igammac(%a: tensor<2x3xf64> {check.range = [0.5, 4.0]}, %u: tensor<2x3xf64> {check.range = [-0.7, 1.8]}) -> tensor<2x3xf64>
    attributes {check.numpy = "sp.gammaincc(a, np.exp(u))"} {
  %x = prim.exp %u : tensor<2x3xf64>
  %y = prim.igammac %a, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @igammac_of_large_shape(%a: tensor<?xf64> {check.range = [90.0, 110.0], check.shape = [4]},
    %x: tensor<?xf64> {check.range = [80.0, 120.0], check.shape = [4]}) -> tensor<?xf64>
    attributes {check.numpy = "sp.gammaincc(a, x)"} {
  %y = prim.igammac %a, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @igamma_of_special_values() -> tensor<12xf64> {
  %a = prim.constant dense<[0.0, 0.0, 1.0, 0x7FF0000000000000, 2.0, 0x7FF0000000000000, -1.0, 1.0, 0x7FF8000000000000, 1.0e300, 1.0e12, 1.0e-300]> : tensor<12xf64>
  %x = prim.constant dense<[0.0, 2.0, 0.0, 3.0, 0x7FF0000000000000, 0x7FF0000000000000, 1.0, -1.0, 1.0, 1.0e300, 1.0e12, 1.0e-300]> : tensor<12xf64>
  %y = prim.igamma %a, %x : tensor<12xf64>
  check.close %y, dense<[0x7FF8000000000000, 1.0, 0.0, 0.0, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.5, 0.5000001329807602, 1.0]> : tensor<12xf64>
  return %y : tensor<12xf64>
}

func.func @igammac_of_special_values() -> tensor<12xf64> {
  %a = prim.constant dense<[0.0, 0.0, 1.0, 0x7FF0000000000000, 2.0, 0x7FF0000000000000, -1.0, 1.0, 0x7FF8000000000000, 1.0e300, 1.0e12, 1.0e-300]> : tensor<12xf64>
  %x = prim.constant dense<[0.0, 2.0, 0.0, 3.0, 0x7FF0000000000000, 0x7FF0000000000000, 1.0, -1.0, 1.0, 1.0e300, 1.0e12, 1.0e-300]> : tensor<12xf64>
  %y = prim.igammac %a, %x : tensor<12xf64>
  check.close %y, dense<[0x7FF8000000000000, 0.0, 1.0, 1.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.5, 0.4999998670192398, 6.901984122305765e-298]> : tensor<12xf64>
  return %y : tensor<12xf64>
}

func.func @igamma_grad_x(%a: tensor<4xf64> {check.range = [0.5, 4.0]}, %x: tensor<4xf64> {check.range = [0.5, 6.0]}) -> tensor<4xf64>
    attributes {check.numpy = "x**(a - 1) * np.exp(-x) / sp.gamma(a)"} {
  %y = prim.igamma_grad_x %a, %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @igamma_grad_x_at_zero() -> tensor<6xf64> {
  %a = prim.constant dense<[2.5, 1.0, 0.5, 0.0, -0.5, -1.5]> : tensor<6xf64>
  %x = prim.constant dense<0.0> : tensor<6xf64>
  %y = prim.igamma_grad_x %a, %x : tensor<6xf64>
  check.equal %y, dense<[0.0, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<6xf64>
  return %y : tensor<6xf64>
}

func.func @igamma_grad_a(%a: tensor<4xf64> {check.range = [0.5, 4.0]}, %x: tensor<4xf64> {check.range = [0.5, 6.0]}) -> tensor<4xf64> {
  %y = prim.igamma_grad_a %a, %x order 1 : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @igamma_grad_a_of_special_values() -> tensor<9xf64> {
  %a = prim.constant dense<[1.0, 0.0, 0x7FF0000000000000, 2.0, -1.0, 1.0, 0x7FF8000000000000, 1.0e300, 1.0e300]> : tensor<9xf64>
  %x = prim.constant dense<[0.0, 0.0, 3.0, 0x7FF0000000000000, 1.0, -1.0, 1.0, 1.0e299, 1.0]> : tensor<9xf64>
  %y = prim.igamma_grad_a %a, %x order 1 : tensor<9xf64>
  check.equal %y, dense<[0.0, 0x7FF8000000000000, 0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0.0]> : tensor<9xf64>
  return %y : tensor<9xf64>
}

// Computed with 50 digits; each quotient is compared, so that small values count as much as large ones.
func.func @igamma_grad_a_is_exact_in_all_regimes() -> tensor<20xf64> attributes {check.tolerance = 5.0e-15} {
  %a = prim.constant dense<[1.0e-08, 1.0e-08, 0.3, 0.3, 0.3, 0.3, 1.0, 1.7, 10.0, 10.0, 10.0, 10.0, 137.25, 137.25, 137.25, 1000000.0, 1000000.0, 10000000000.0, 0.0, 0.0]> : tensor<20xf64>
  %x = prim.constant dense<[1.0e-100, 0.5, 1.0e-05, 0.999, 2.0, 40.0, 1.0, 1.7, 1.0, 9.5, 10.5, 60.0, 100.0, 137.25, 200.0, 999000.0, 1002000.0, 10000000000.0, 1.0, 0.001]> : tensor<20xf64>
  %exact = prim.constant dense<[-229.68076611659168, -0.5597736006437566, -0.39970078700930334, -0.33675082287302893, -0.09925266010124012, -7.616964685999791e-19, -0.4317297106348987, -0.3211365745045861, -2.630331275915804e-07, -0.1288276416793082, -0.12264418627727564, -5.308677545135539e-16, -8.003100754748791e-05, -0.03407357013768426, -4.3542349302736275e-07, -0.00024201106639974455, -5.4080860028467676e-05, -3.989422804047572e-06, -0.21938393439552029, -6.331539364136149]> : tensor<20xf64>
  %y = prim.igamma_grad_a %a, %x order 1 : tensor<20xf64>
  %quotient = prim.div %y, %exact : tensor<20xf64>
  check.close %quotient, dense<1.0> : tensor<20xf64>
  return %quotient : tensor<20xf64>
}

func.func @igamma_order2_is_exact_in_all_regimes() -> tensor<9xf64> attributes {check.tolerance = 1.0e-13} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 1.7, 3.0, 10.0, 10.0, 25.0]> : tensor<9xf64>
  %x = prim.constant dense<[1.0e-05, 0.999, 2.0, 1.0, 1.7, 9.0, 4.0, 15.0, 20.0]> : tensor<9xf64>
  %exact = prim.constant dense<[4.494136494730742, -0.32056162267431054, -0.17897351352819282, 0.033618035299959194, 0.009311168493739608, -0.00974314425983431, 0.007595492326905587, -0.0163544718536797, 0.011219012904784985]> : tensor<9xf64>
  %y = prim.igamma_grad_a %a, %x order 2 : tensor<9xf64>
  %quotient = prim.div %y, %exact : tensor<9xf64>
  check.close %quotient, dense<1.0> : tensor<9xf64>
  return %quotient : tensor<9xf64>
}

func.func @igamma_order3_is_exact_in_all_regimes() -> tensor<9xf64> attributes {check.tolerance = 1.0e-12} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 1.7, 3.0, 10.0, 10.0, 25.0]> : tensor<9xf64>
  %x = prim.constant dense<[1.0e-05, 0.999, 2.0, 1.0, 1.7, 9.0, 4.0, 15.0, 20.0]> : tensor<9xf64>
  %exact = prim.constant dense<[-50.03137391473931, 0.5137683141774136, -0.04707823375272531, 0.40356539791166174, 0.18743261926775834, -0.007898748958509247, -0.00620323812946104, -0.0026244217574210174, -0.0005055062902232436]> : tensor<9xf64>
  %y = prim.igamma_grad_a %a, %x order 3 : tensor<9xf64>
  %quotient = prim.div %y, %exact : tensor<9xf64>
  check.close %quotient, dense<1.0> : tensor<9xf64>
  return %quotient : tensor<9xf64>
}

func.func @igamma_grad_x_is_exact_in_all_regimes() -> tensor<18xf64> attributes {check.tolerance = 2.0e-15} {
  %a = prim.constant dense<[1.0e-08, 1.0e-08, 0.3, 0.3, 0.3, 0.3, 1.0, 1.7, 10.0, 10.0, 10.0, 10.0, 137.25, 137.25, 137.25, 1000000.0, 1000000.0, 10000000000.0]> : tensor<18xf64>
  %x = prim.constant dense<[1.0e-100, 0.5, 1.0e-05, 0.999, 2.0, 40.0, 1.0, 1.7, 1.0, 9.5, 10.5, 60.0, 100.0, 137.25, 200.0, 999000.0, 1002000.0, 10000000000.0]> : tensor<18xf64>
  %exact = prim.constant dense<[9.999977031897012e+91, 1.2130613180189465e-08, 1057.0526872570067, 0.12318134687456515, 0.02784780805172049, 1.073691975981148e-19, 0.36787944117144233, 0.2914891407610185, 1.0137771196302974e-06, 0.13000253969226788, 0.1177195514884425, 2.431808131811719e-16, 9.403760062019931e-05, 0.03403221384610534, 3.624017268373668e-07, 0.00024213213250636926, 5.402686013678803e-05, 3.989422803981082e-06]> : tensor<18xf64>
  %y = prim.igamma_grad_x %a, %x : tensor<18xf64>
  %quotient = prim.div %y, %exact : tensor<18xf64>
  check.close %quotient, dense<1.0> : tensor<18xf64>
  return %quotient : tensor<18xf64>
}
