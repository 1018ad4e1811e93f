// RUN: cotan-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'func.func' op attribute 'check.rnge' is not known; expected check.range, check.shape, check.value}}
func.func @misspelt(%x: tensor<f64> {check.rnge = [1, 2]}) { return }

// -----

// expected-error @below {{'func.func' op attribute 'check.range' is [1]; it must be [low, high], both finite}}
func.func @not_a_range(%x: tensor<f64> {check.range = [1]}) { return }

// -----

// expected-error @below {{'func.func' op attribute 'check.numpy' is unit; it must be a string}}
func.func @not_a_string() attributes {check.numpy} { return }

// -----

// expected-error @below {{'builtin.module' op attribute 'check.order' belongs on a function}}
module attributes {check.order = 3} {}

// -----

// expected-error @below {{attribute 'check.value' is dense<1> : tensor<2xindex>; it must be dense<...> : tensor<...> of a type Cotan computes with}}
func.func @not_computed_with(%x: tensor<2xindex> {check.value = dense<1> : tensor<2xindex>}) { return }

// -----

func.func @other_type(%x: tensor<2xf64>) {
  // expected-error @below {{'check.equal' op tensor is 'tensor<2xf64>', but the expected value is 'tensor<3xf64>'}}
  check.equal %x : tensor<2xf64>, dense<1.0> : tensor<3xf64>
  return
}

// -----

func.func @not_dense(%x: tensor<2xf64>) {
  // expected-error @below {{'check.close' op expected value must be written out as dense<...> : tensor<...>}}
  check.close %x, sparse<0, 1.0> : tensor<2xf64>
  return
}

// -----

func.func @index_elements(%x: tensor<2xindex>) {
  // expected-error @below {{'check.equal' op cannot compare elements 'index'}}
  check.equal %x, dense<1> : tensor<2xindex>
  return
}
