func.func @linspace(%a: tensor<f64>, %b: tensor<f64>) -> tensor<5xf64>
    attributes {check.numpy = "np.linspace(a, b, 5)"} {
  %y = composite.linspace %a, %b : tensor<f64> -> tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @linspace_of_one_number(%a: tensor<f64>, %b: tensor<f64>) -> tensor<1xf64>
    attributes {check.numpy = "np.linspace(a, b, 1)"} {
  %y = composite.linspace %a, %b : tensor<f64> -> tensor<1xf64>
  return %y : tensor<1xf64>
}

func.func @linspace_of_nothing(%a: tensor<f64>, %b: tensor<f64>) -> tensor<0xf64>
    attributes {check.numpy = "np.linspace(a, b, 0)"} {
  %y = composite.linspace %a, %b : tensor<f64> -> tensor<0xf64>
  return %y : tensor<0xf64>
}
