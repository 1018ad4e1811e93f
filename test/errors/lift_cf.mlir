// RUN: cotan-opt %s --lift-cf -allow-unregistered-dialect -split-input-file -verify-diagnostics

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

// -----

// expected-error @+1 {{ends in ops of several kinds; end every path with 'func.return'}}
func.func @one_path_does_not_return(%c: i1, %x: tensor<f64>) -> tensor<f64> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<f64>
^b:
  ub.unreachable
}

// -----

func.func @branch_of_another_dialect(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'other.branch' op cannot be made structured; use 'cf.br', 'cf.cond_br' or 'cf.switch'}}
  "other.branch"() [^a, ^b] : () -> ()
^a:
  return %x : tensor<f64>
^b:
  return %y : tensor<f64>
}

// -----

// What is wrong is found before anything is moved: the rest of a half lifted function would dangle.
func.func @flag_of_unknown_width_between_blocks(%flag: i7, %x: tensor<f64>) -> tensor<f64> {
  // expected-error @+1 {{'cf.switch' op flag is 'i7', but must be i1, i8, i16, i32 or i64}}
  cf.switch %flag : i7, [default: ^a, 1: ^b, 2: ^c]
^a:
  %a = prim.neg %x : tensor<f64>
  return %a : tensor<f64>
^b:
  %b = prim.exp %x : tensor<f64>
  return %b : tensor<f64>
^c:
  return %x : tensor<f64>
}
