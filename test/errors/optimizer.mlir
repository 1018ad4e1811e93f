// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @adam_update_of_a_rate_per_element(%x: tensor<2xf32>, %step: tensor<i64>) -> tensor<2xf32> {
  // expected-error @below {{operand 4 has 1 axes, but must be one number}}
  %y, %m, %s = composite.adam_update %x, %x, %x, %x, %x, %step
      : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>
  return %y : tensor<2xf32>
}
