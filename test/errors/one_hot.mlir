// RUN: cotan-opt %s -split-input-file -verify-diagnostics

func.func @other_axes(%i: tensor<2xi64>) {
  // expected-error @below {{'composite.one_hot' op result has type 'tensor<3x4xf32>', but shape [2, 4] was expected}}
  %y = composite.one_hot %i : tensor<2xi64> -> tensor<3x4xf32>
  return
}

// -----

func.func @open_classes(%i: tensor<2xi64>) {
  // expected-error @below {{'composite.one_hot' op result 'tensor<2x?xf32>' leaves the number of classes open; write it out}}
  %y = composite.one_hot %i : tensor<2xi64> -> tensor<2x?xf32>
  return
}
