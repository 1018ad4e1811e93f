// RUN: cotan-opt %s --lift-cf -split-input-file -verify-diagnostics

// expected-error @+1 {{never returns: each of its paths ends in a loop without an exit; let one block of the loop branch to a block that returns}}
func.func @never_returns(%x: tensor<f64>) -> tensor<f64> {
  cf.br ^loop
^loop:
  cf.br ^loop
}

// -----

func.func @flag_of_unknown_width(%flag: i7, %x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'cf.switch' op flag is 'i7', but must be i1, i8, i16, i32 or i64}}
  cf.switch %flag : i7, [default: ^end(%x : tensor<f64>), 1: ^end(%y : tensor<f64>), 2: ^end(%y : tensor<f64>)]
^end(%r: tensor<f64>):
  return %r : tensor<f64>
}
