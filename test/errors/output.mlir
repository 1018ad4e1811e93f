// RUN: cotan-opt %s -split-input-file -verify-diagnostics
// What flow.print and flow.assert refuse.

func.func @too_few_values(%x: tensor<f64>) {
  // expected-error @+1 {{has 1 value for 2 places '{}' in the text}}
  flow.print "{} and {}" (%x) : tensor<f64>
  return
}

// -----

func.func @values_without_place(%x: tensor<f64>, %c: tensor<i1>) {
  // expected-error @+1 {{has 1 value for 0 places '{}' in the text}}
  flow.assert %c, "{{}}" (%x) : tensor<i1>, tensor<f64>
  return
}

// -----

func.func @brace_alone(%x: tensor<f64>) {
  // expected-error @+1 {{in the text '{' stands alone before 'x}'; write {} for a value, and {{ or }} for a brace}}
  flow.print "set {x}" (%x) : tensor<f64>
  return
}

// -----

func.func @complex_numbers(%x: tensor<complex<f16>>) {
  // expected-error @+1 {{value #0 is 'tensor<complex<f16>>', which cannot be printed}}
  flow.print "{}" (%x) : tensor<complex<f16>>
  return
}

// -----

func.func @condition_of_several(%c: tensor<2xi1>) {
  // expected-error @+1 {{operand #0 must be tensor<i1> or i1, but got 'tensor<2xi1>'}}
  flow.assert %c, "all of them" : tensor<2xi1>
  return
}

// -----

func.func @format_that_python_has_not(%x: tensor<f64>) {
  // expected-error @+1 {{value #0 is 'tensor<f64>', which cannot be formatted as 'd'; numbers can, as Python does it}}
  flow.print "{:d}" (%x) : tensor<f64>
  return
}

// -----

func.func @format_of_many_numbers(%x: tensor<2xf64>) {
  // expected-error @+1 {{value #0 is 'tensor<2xf64>', which cannot be formatted as '.3f'}}
  flow.print "{:.3f}" (%x) : tensor<2xf64>
  return
}
