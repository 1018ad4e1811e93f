// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @cases_of_two_types(%w: tensor<3xi32>, %x: tensor<3xf32>, %y: tensor<3xf64>) {
  // expected-error @+1 {{cases are 'tensor<3xf32>' and 'tensor<3xf64>'; all must be of one type}}
  %z = composite.select_n %w, %x, %y : tensor<3xi32>, tensor<3xf32>, tensor<3xf64>
  return
}

// -----

func.func @three_cases_by_truth_values(%w: tensor<3xi1>, %x: tensor<3xf32>) {
  // expected-error @+1 {{selects by i1 one of 3 cases; more than two need integers}}
  %z = composite.select_n %w, %x, %x, %x : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @fill_with_another_type(%x: tensor<3xf32>, %m: tensor<3xi1>, %v: tensor<f64>) {
  // expected-error @+1 {{cannot fill 'tensor<3xf32>' with 'tensor<f64>'; cast it}}
  %z = composite.masked_fill %x, %m, %v : tensor<3xf32>, tensor<3xi1>, tensor<f64>
  return
}
