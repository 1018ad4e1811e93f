// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @bounds_of_another_type(%k: tensor<2xui32>, %l: tensor<i32>) {
  // expected-error @+1 {{a bound is 'tensor<i32>', but expected a number of 'i64', or one for each element of 'tensor<3xi64>'}}
  %y = composite.random_int %k, %l, %l : tensor<i32>, tensor<i32> -> tensor<3xi64>
  return
}
