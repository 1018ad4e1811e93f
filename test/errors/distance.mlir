// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @cdist_of_rows_that_differ(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{the rows of x and y do not have the same size}}
  %z = composite.cdist %x, %y : tensor<2x3xf32>, tensor<2x4xf32>
  return %z : tensor<2x2xf32>
}

// -----

func.func @pdist_of_open_rows(%x: tensor<?x3xf32>) -> tensor<?xf32> {
  // expected-error @below {{the number of rows is open, but must be known}}
  %z = composite.pdist %x : tensor<?x3xf32>
  return %z : tensor<?xf32>
}
