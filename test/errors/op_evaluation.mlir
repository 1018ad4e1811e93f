// Ops of operands whose types leave their sizes open: what only a run can show.
// RUN: not cotan-check %s | FileCheck %s

// CHECK: @binary_op: {{.*}}:[[#@LINE+3]]: 'prim.add': operand shapes differ: [2] and [3]
func.func @binary_op(%x: tensor<?xf64> {check.shape = [2]}, %y: tensor<?xf64> {check.shape = [3]})
    -> tensor<?xf64> {
  %z = prim.add %x, %y : tensor<?xf64>
  return %z : tensor<?xf64>
}

// CHECK: @comparison: {{.*}}:[[#@LINE+3]]: 'prim.lt': operand shapes differ: [2] and [3]
func.func @comparison(%x: tensor<?xf64> {check.shape = [2]}, %y: tensor<?xf64> {check.shape = [3]})
    -> tensor<?xi1> {
  %z = prim.lt %x, %y : tensor<?xf64>
  return %z : tensor<?xi1>
}

// CHECK: @transcendental_op: {{.*}}:[[#@LINE+3]]: 'prim.atan2': operand shapes differ: [2] and [3]
func.func @transcendental_op(%x: tensor<?xf64> {check.shape = [2]},
    %y: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64> {
  %z = prim.atan2 %x, %y : tensor<?xf64>
  return %z : tensor<?xf64>
}

// CHECK: @where: {{.*}}:[[#@LINE+3]]: 'prim.where': operand shapes differ along axis 0; found shapes [1] and [2] and [2]
func.func @where(%c: tensor<?xi1> {check.shape = [1]}, %x: tensor<?xf64> {check.shape = [2]})
    -> tensor<?xf64> {
  %z = prim.where %c, %x, %x : tensor<?xf64>
  return %z : tensor<?xf64>
}

// CHECK: @linear_recurrence: {{.*}}:[[#@LINE+3]]: 'prim.linear_recurrence': operand shapes differ along axis 0; found shapes [2] and [3]
func.func @linear_recurrence(%x: tensor<?xf64> {check.shape = [2]},
    %y: tensor<?xf64> {check.shape = [3]}) -> tensor<?xf64> {
  %z = prim.linear_recurrence %x, %y axis 0 : tensor<?xf64>
  return %z : tensor<?xf64>
}

// CHECK: @largest_of_nothing: {{.*}}:[[#@LINE+2]]: 'prim.argmax': axis 0 has no elements to choose from; found shape [0]
func.func @largest_of_nothing(%x: tensor<?xf64> {check.shape = [0]}) -> tensor<i64> {
  %i = prim.argmax %x axis 0 : tensor<?xf64>
  return %i : tensor<i64>
}

// CHECK: @cholesky: {{.*}}:[[#@LINE+2]]: 'prim.cholesky': the matrices are not square; found shape [2, 3]
func.func @cholesky(%x: tensor<?x?xf64> {check.shape = [2, 3]}) -> tensor<?x?xf64> {
  %l = prim.cholesky %x : tensor<?x?xf64>
  return %l : tensor<?x?xf64>
}

// CHECK: @triangular_solve: {{.*}}:[[#@LINE+3]]: 'prim.triangular_solve': the shapes do not go together: axis 0 of the matrices and of the right sides differ; found shapes [2, 2] and [3, 1]
func.func @triangular_solve(%a: tensor<?x?xf64> {check.shape = [2, 2]}, %b: tensor<?x?xf64> {check.shape = [3, 1]})
    -> tensor<?x?xf64> {
  %x = prim.triangular_solve %a, %b : tensor<?x?xf64>, tensor<?x?xf64>
  return %x : tensor<?x?xf64>
}

// CHECK: @qr: {{.*}}:[[#@LINE+2]]: 'prim.qr': there are fewer rows than columns; transpose the matrices; found shape [2, 3]
func.func @qr(%x: tensor<?x?xf64> {check.shape = [2, 3]}) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %q, %r = prim.qr %x : tensor<?x?xf64>
  return %q, %r : tensor<?x?xf64>, tensor<?x?xf64>
}

// CHECK: @lu_solve: {{.*}}:[[#@LINE+5]]: 'prim.lu_solve': the permutation has row 2 of 2
func.func @lu_solve(%b: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %a = prim.constant dense<1.0> : tensor<2x2xf64>
  %p = prim.constant dense<[0, 2]> : tensor<2xi64>
  // No type says it.
  %x = prim.lu_solve %a, %a, %p, %b : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xi64>, tensor<2x1xf64>
  return %x : tensor<2x1xf64>
}
