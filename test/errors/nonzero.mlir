// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @nonzero_of_known_number(%x: tensor<3xf32>) {
  // expected-error @+1 {{gives 'tensor<1x3xi64>', but expected 'tensor<1x?xi64>', a row for each axis}}
  %i = composite.nonzero %x : tensor<3xf32> -> tensor<1x3xi64>
  return
}

// -----

func.func @selected_of_known_number(%x: tensor<3xf32>, %m: tensor<3xi1>) {
  // expected-error @+1 {{gives 'tensor<3xf32>', but how many elements there are is known only when it runs; expected 'tensor<?xf32>'}}
  %y = composite.masked_select %x, %m : tensor<3xf32>, tensor<3xi1> -> tensor<3xf32>
  return
}

// -----

func.func @mask_of_another_shape(%x: tensor<3xf32>, %m: tensor<2xi1>) {
  // expected-error @+1 {{the mask 'tensor<2xi1>' has another shape than 'tensor<3xf32>'}}
  %y = composite.masked_select %x, %m : tensor<3xf32>, tensor<2xi1> -> tensor<?xf32>
  return
}

// -----

func.func @inverse_of_another_number(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{gives 'tensor<?xi64>', but expected 'tensor<6xi64>'}}
  %y:4 = composite.unique %x : tensor<2x3xf32> -> tensor<?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  return
}

// -----

func.func @unique_along_no_axis(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is outside}}
  %y:4 = composite.unique %x {axis = 2 : i64} : tensor<2x3xf32> -> tensor<?x3xf32>, tensor<?xi64>, tensor<2xi64>, tensor<?xi64>
  return
}

// -----

func.func @unique_of_another_size(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{gives 'tensor<?xf32>', but expected 'tensor<4xf32>'}}
  %y:4 = composite.unique %x {size = 4 : i64} : tensor<2x3xf32> -> tensor<?xf32>, tensor<4xi64>, tensor<6xi64>, tensor<4xi64>
  return
}

// -----

func.func @fill_of_another_type(%x: tensor<3xf32>, %f: tensor<f64>) {
  // expected-error @+1 {{fill is 'tensor<f64>', but must be one element of 'tensor<3xf32>'}}
  %y:4 = composite.unique %x fill %f {size = 4 : i64} : tensor<3xf32>, tensor<f64> -> tensor<4xf32>, tensor<4xi64>, tensor<3xi64>, tensor<4xi64>
  return
}
