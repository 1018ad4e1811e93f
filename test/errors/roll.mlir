// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @roll_along_no_axis(%x: tensor<2xf32>, %s: tensor<i64>) {
  // expected-error @+1 {{axis 1 is outside [0, 1)}}
  %z = composite.roll %x by %s axis 1 : tensor<2xf32>, tensor<i64>
  return
}
