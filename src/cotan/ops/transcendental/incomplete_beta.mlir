func.func @betainc(%a: tensor<2x3xf64> {check.range = [0.5, 4.0]}, %b: tensor<2x3xf64> {check.range = [0.5, 4.0]},
    %x: tensor<2x3xf64> {check.range = [0.05, 0.95]}) -> tensor<2x3xf64> attributes {check.numpy = "sp.betainc(a, b, x)"} {
  %y = prim.betainc %a, %b, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @betainc_of_large_parameters(%a: tensor<?xf64> {check.range = [90.0, 110.0], check.shape = [4]},
    %b: tensor<?xf64> {check.range = [40.0, 60.0], check.shape = [4]}, %x: tensor<?xf64> {check.range = [0.6, 0.75], check.shape = [4]})
    -> tensor<?xf64> attributes {check.numpy = "sp.betainc(a, b, x)"} {
  %y = prim.betainc %a, %b, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @betainc_grad_x(%a: tensor<4xf64> {check.range = [0.5, 4.0]}, %b: tensor<4xf64> {check.range = [0.5, 4.0]},
    %x: tensor<4xf64> {check.range = [0.05, 0.95]}) -> tensor<4xf64>
    attributes {check.numpy = "x**(a - 1) * (1 - x)**(b - 1) / sp.beta(a, b)"} {
  %y = prim.betainc_grad_x %a, %b, %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @betainc_grad_ab(%a: tensor<4xf64> {check.range = [0.5, 4.0]}, %b: tensor<4xf64> {check.range = [0.5, 4.0]},
    %x: tensor<4xf64> {check.range = [0.05, 0.95]}) -> tensor<4xf64> {
  %y = prim.betainc_grad_ab %a, %b, %x orders 1, 0 : tensor<4xf64>
  %z = prim.betainc_grad_ab %a, %b, %x orders 0, 1 : tensor<4xf64>
  %s = prim.sub %y, %z : tensor<4xf64>
  return %s : tensor<4xf64>
}

func.func @special_values() -> (tensor<11xf64>, tensor<11xf64>, tensor<11xf64>) {
  %a = prim.constant dense<[2.0, 2.0, 1.0, 1.0, 0.5, 0.5, 0.0, 2.0, 0x7FF0000000000000, 2.0, 0x7FF8000000000000]> : tensor<11xf64>
  %b = prim.constant dense<[3.0, 3.0, 4.0, 1.0, 3.0, 0.5, 2.0, -1.0, 2.0, 2.0, 2.0]> : tensor<11xf64>
  %x = prim.constant dense<[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.5, 0.5, 0.5, 1.5, 0.5]> : tensor<11xf64>
  %y = prim.betainc %a, %b, %x : tensor<11xf64>
  check.equal %y, dense<[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %d = prim.betainc_grad_x %a, %b, %x : tensor<11xf64>
  check.equal %d, dense<[0.0, 0.0, 4.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %s = prim.betainc_grad_ab %a, %b, %x orders 1, 0 : tensor<11xf64>
  check.equal %s, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  return %y, %d, %s : tensor<11xf64>, tensor<11xf64>, tensor<11xf64>
}

// Computed with 50 digits; each quotient is compared, so that small values count as much as large ones.
func.func @betainc_is_exact_in_all_regimes() -> tensor<12xf64> attributes {check.tolerance = 2.0e-15} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0, 1000.0, 1000.0, 100000.0]> : tensor<12xf64>
  %b = prim.constant dense<[0.4, 0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0, 2000.0, 2000.0, 3.0]> : tensor<12xf64>
  %x = prim.constant dense<[1.0e-05, 0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6, 0.33, 0.35, 0.99995]> : tensor<12xf64>
  %exact = prim.constant dense<[0.020619624386628448, 0.5784917890443377, 0.9999999946648924, 0.25, 0.052300000000000006, 0.9963, 0.44080415359575814, 0.07643481617057919, 0.9997698357146453, 0.3506326761341834, 0.9729045043168849, 0.12463728057325503]> : tensor<12xf64>
  %y = prim.betainc %a, %b, %x : tensor<12xf64>
  %quotient = prim.div %y, %exact : tensor<12xf64>
  check.close %quotient, dense<1.0> : tensor<12xf64>
  return %quotient : tensor<12xf64>
}

func.func @orders_1_and_0_is_exact_in_all_regimes() -> tensor<12xf64> attributes {check.tolerance = 2.0e-14} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0, 1000.0, 1000.0, 100000.0]> : tensor<12xf64>
  %b = prim.constant dense<[0.4, 0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0, 2000.0, 2000.0, 3.0]> : tensor<12xf64>
  %x = prim.constant dense<[1.0e-05, 0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6, 0.33, 0.35, 0.99995]> : tensor<12xf64>
  %exact = prim.constant dense<[-0.2590599003149137, -0.878860983104992, -2.3166939474751464e-08, -0.34657359027997264, -0.0911752003635886, -0.0037206817498923414, -0.023416839189947598, -0.02471483507927033, -0.00011081522501243889, -0.009603762624452297, -0.0015879476476782358, -4.210879974991633e-06]> : tensor<12xf64>
  %y = prim.betainc_grad_ab %a, %b, %x orders 1, 0 : tensor<12xf64>
  %quotient = prim.div %y, %exact : tensor<12xf64>
  check.close %quotient, dense<1.0> : tensor<12xf64>
  return %quotient : tensor<12xf64>
}

func.func @orders_0_and_1_is_exact_in_all_regimes() -> tensor<12xf64> attributes {check.tolerance = 2.0e-14} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0, 1000.0, 1000.0, 100000.0]> : tensor<12xf64>
  %b = prim.constant dense<[0.4, 0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0, 2000.0, 2000.0, 3.0]> : tensor<12xf64>
  %x = prim.constant dense<[1.0e-05, 0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6, 0.33, 0.35, 0.99995]> : tensor<12xf64>
  %exact = prim.constant dense<[0.027658312214990877, 0.6848340361938613, 3.825436290528932e-08, 0.2157615543388357, 0.02695016068892199, 0.007619564844077965, 0.7606715332071823, 0.012789578504446031, 0.00010696272345241502, 0.004765531619658442, 0.0008239349400773027, 0.11368061248400944]> : tensor<12xf64>
  %y = prim.betainc_grad_ab %a, %b, %x orders 0, 1 : tensor<12xf64>
  %quotient = prim.div %y, %exact : tensor<12xf64>
  check.close %quotient, dense<1.0> : tensor<12xf64>
  return %quotient : tensor<12xf64>
}

func.func @orders_2_and_0_is_exact_in_all_regimes() -> tensor<12xf64> attributes {check.tolerance = 1.0e-12} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0, 1000.0, 1000.0, 100000.0]> : tensor<12xf64>
  %b = prim.constant dense<[0.4, 0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0, 2000.0, 2000.0, 3.0]> : tensor<12xf64>
  %x = prim.constant dense<[1.0e-05, 0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6, 0.33, 0.35, 0.99995]> : tensor<12xf64>
  %exact = prim.constant dense<[3.2898140456350333, 2.1173227917095363, -3.755397468913355e-08, 0.48045301391820144, 0.15068804323786855, -0.002175739262587591, 0.0019114591921239093, 0.006539926826192372, -4.764402359214649e-05, 9.972907882058311e-05, -7.695097901275091e-05, 1.2633250519342968e-10]> : tensor<12xf64>
  %y = prim.betainc_grad_ab %a, %b, %x orders 2, 0 : tensor<12xf64>
  %quotient = prim.div %y, %exact : tensor<12xf64>
  check.close %quotient, dense<1.0> : tensor<12xf64>
  return %quotient : tensor<12xf64>
}

func.func @orders_1_and_1_is_exact_in_all_regimes() -> tensor<12xf64> attributes {check.tolerance = 1.0e-12} {
  %a = prim.constant dense<[0.3, 0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0, 1000.0, 1000.0, 100000.0]> : tensor<12xf64>
  %b = prim.constant dense<[0.4, 0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0, 2000.0, 2000.0, 3.0]> : tensor<12xf64>
  %x = prim.constant dense<[1.0e-05, 0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6, 0.33, 0.35, 0.99995]> : tensor<12xf64>
  %exact = prim.constant dense<[-0.28905533965796615, 0.37395648413437527, 1.6382932341050026e-07, -0.15552814849706678, -0.036049572742326216, 0.006868545849221845, -0.016623088684141647, -0.0031201398748236463, 4.812412879639445e-05, -4.710137787055149e-05, 4.033786127578435e-05, -2.891500015456222e-06]> : tensor<12xf64>
  %y = prim.betainc_grad_ab %a, %b, %x orders 1, 1 : tensor<12xf64>
  %quotient = prim.div %y, %exact : tensor<12xf64>
  check.close %quotient, dense<1.0> : tensor<12xf64>
  return %quotient : tensor<12xf64>
}

func.func @orders_0_and_3_is_exact_in_all_regimes() -> tensor<8xf64> attributes {check.tolerance = 1.0e-10} {
  %a = prim.constant dense<[0.3, 0.3, 1.0, 2.0, 2.0, 10.0, 25.0, 25.0]> : tensor<8xf64>
  %b = prim.constant dense<[0.4, 2.5, 1.0, 3.0, 3.0, 0.5, 40.0, 40.0]> : tensor<8xf64>
  %x = prim.constant dense<[0.5, 0.999, 0.25, 0.1, 0.9, 0.97, 0.3, 0.6]> : tensor<8xf64>
  %exact = prim.constant dense<[6.832715464042912, 1.978411495621582e-06, 0.017856636563635564, -0.0013193328433815988, 0.030854739850623487, -0.4520314868605769, 4.4409472597288236e-05, 2.0338389292497643e-05]> : tensor<8xf64>
  %y = prim.betainc_grad_ab %a, %b, %x orders 0, 3 : tensor<8xf64>
  %quotient = prim.div %y, %exact : tensor<8xf64>
  check.close %quotient, dense<1.0> : tensor<8xf64>
  return %quotient : tensor<8xf64>
}
