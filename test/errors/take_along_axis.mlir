// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @take_along_no_axis(%x: tensor<2x4xf32>, %i: tensor<2x3xi64>) {
  // expected-error @+1 {{axis 2 is outside [0, 2)}}
  %y = prim.take_along_axis %x at %i axis 2 : tensor<2x4xf32>, tensor<2x3xi64>
  return
}

// -----

func.func @indices_of_another_size(%x: tensor<2x4xf32>, %i: tensor<3x4xi64>) {
  // expected-error @+1 {{the indices do not fit the array along axis 1: the sizes of axis 0 differ; found shapes [2, 4] and [3, 4]}}
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x4xf32>, tensor<3x4xi64>
  return
}

// -----

func.func @indices_of_another_rank(%x: tensor<2x4xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{indices 'tensor<4xi64>' do not fit 'tensor<2x4xf32>' along axis 1: ranks and all other sizes must be the same}}
  %y = prim.take_along_axis %x at %i axis 1 : tensor<2x4xf32>, tensor<4xi64>
  return
}

// -----

func.func @updates_of_another_shape(%x: tensor<2x4xf32>, %i: tensor<2x3xi64>, %u: tensor<2x2xf32>) {
  // expected-error @+1 {{'prim.put_along_axis' op axis 1 of the updates does not have the size of what the indices name; found shapes [2, 4] and [2, 3] and [2, 2]; the result is 'tensor<2x4xf32>'}}
  %y = prim.put_along_axis %x at %i update %u axis 1 : tensor<2x4xf32>, tensor<2x3xi64>, tensor<2x2xf32>
  return
}

// -----

func.func @addition_of_booleans(%x: tensor<4xi1>, %i: tensor<3xi64>, %u: tensor<3xi1>) {
  // expected-error @+1 {{op cannot add to 'tensor<4xi1>'; cast it to a number first}}
  %y = prim.put_along_axis %x at %i update %u axis 0 {add} : tensor<4xi1>, tensor<3xi64>, tensor<3xi1>
  return
}
