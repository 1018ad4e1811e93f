// cotan grad: calls are inlined, results are named, any order works.
// RUN: cotan grad %S/power.mlir --wrt x --order 3 -o %t.mlir
// RUN: cotan run %t.mlir --input 3 --input 5 | FileCheck %s --check-prefix=POWER
// POWER: y: f64[] = 243.0
// POWER-NEXT: dy_dx: f64[] = 405.0
// POWER-NEXT: dy_dx_dx: f64[] = 540.0
// POWER-NEXT: dy_dx_dx_dx: f64[] = 540.0

// RUN: cotan grad %s --entry norm --order 2 | cotan run - --entry norm --input 2 --input 3 | FileCheck %s --check-prefix=NORM
// NORM: result0: f64[] = 31.0
// NORM-NEXT: dresult0_darg0: f64[] = 12.0
// NORM-NEXT: dresult0_darg1: f64[] = 27.0
// NORM-NEXT: dresult0_darg0_darg0: f64[] = 12.0
// NORM-NEXT: dresult0_darg0_darg1: f64[] = 0.0
// NORM-NEXT: dresult0_darg1_darg0: f64[] = 0.0
// NORM-NEXT: dresult0_darg1_darg1: f64[] = 18.0
func.func @norm(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<-4.0> : tensor<f64>
  %a = func.call @cube(%x) : (tensor<f64>) -> tensor<f64>
  %b = func.call @cube(%y) : (tensor<f64>) -> tensor<f64>
  %c = prim.add %a, %b : tensor<f64>
  %d = prim.add %c, %one : tensor<f64>
  return %d : tensor<f64>
}
func.func private @cube(%x: tensor<f64>) -> tensor<f64> {
  %a = func.call @square(%x) : (tensor<f64>) -> tensor<f64>
  %b = prim.mul %a, %x : tensor<f64>
  return %b : tensor<f64>
}
func.func private @square(%x: tensor<f64>) -> tensor<f64> {
  %a = prim.mul %x, %x : tensor<f64>
  return %a : tensor<f64>
}

// Blocks are lifted, in callees too.
// RUN: cotan grad %s --entry calls_blocks | cotan run - --entry calls_blocks --input 3 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: result0: f64[] = 243.0
// BLOCKS-NEXT: dresult0_darg0: f64[] = 405.0
func.func @calls_blocks(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @fifth(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func private @fifth(%x: tensor<f64>) -> tensor<f64> {
  %five = prim.constant dense<5.0> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %zero = prim.constant dense<0.0> : tensor<f64>
  cf.br ^head(%one, %zero : tensor<f64>, tensor<f64>)
^head(%y: tensor<f64>, %i: tensor<f64>):
  %more = prim.lt %i, %five : tensor<f64>
  %go = tensor.extract %more[] : tensor<i1>
  cf.cond_br %go, ^body, ^end
^body:
  %z = prim.mul %y, %x : tensor<f64>
  %j = prim.add %i, %one : tensor<f64>
  cf.br ^head(%z, %j : tensor<f64>, tensor<f64>)
^end:
  return %y : tensor<f64>
}

// RUN: cotan grad %s --entry two --of 1 | FileCheck %s --check-prefix=TWO
// TWO: func.func @two{{.*}} -> (tensor<3xf64>, tensor<f64>, tensor<3xf64> {cotan.name = "dresult1_darg0", flow.order = 1 : i64}, tensor<f64> {cotan.name = "dresult1_darg1"
func.func @two(%x: tensor<3xf64>, %y: tensor<f64>) -> (tensor<3xf64>, tensor<f64>) {
  return %x, %y : tensor<3xf64>, tensor<f64>
}

// RUN: cotan grad %s --entry two --of 0 --wrt 0 --seed argument | cotan run - --entry two --input [1,2,3] --input 4 --input [5,6,7] | FileCheck %s --check-prefix=SEED
// SEED: dresult0_darg0: f64[3] = [5.0, 6.0, 7.0]

// Mistakes.
// RUN: not cotan grad %s --entry two 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: error: 'two' has 2 results; say which one to differentiate, with --of
// RUN: not cotan grad %s --entry two --of 0 --wrt 0 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: result #0 is 'tensor<3xf64>', not a scalar, so its derivative needs a seed
// RUN: not cotan grad %S/power.mlir --wrt n 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: error: argument #1 is 'tensor<i64>', which cannot carry a derivative
// RUN: not cotan grad %s --entry integers 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: grad.mlir:[[#@LINE+1]]:1: error: 'integers' has no argument that can carry a derivative; only tensors of floats can
func.func @integers(%n: tensor<i64>) -> tensor<i64> {
  return %n : tensor<i64>
}
// RUN: not cotan grad %S/power.mlir --wrt x -o %t.missing/out.mlir 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: error: '{{.*}}missing/out.mlir': No such file or directory
// RUN: not cotan grad %S/power.mlir --wrt z 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: function 'power' has no argument 'z' (it has 2, numbered from 0, among them x, n)
// One that calls itself for ever is differentiated, and ends where its stack does.
// RUN: cotan grad %s --entry recursive -o %t.recursive.mlir
// RUN: not cotan run %t.recursive.mlir --entry recursive --input 1 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: not cotan run %t.recursive.mlir --entry recursive --input 1 --backend=reference 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: not cotan run %s --entry recursive --input 1 --max-steps 1000 2>&1 | FileCheck %s --check-prefix=STEPS
// RECURSIVE: error: {{.*}} nested
// STEPS: error: the limit of 1000 steps is reached
func.func @recursive(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @recursive(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
// RUN: not cotan grad %s --entry outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: grad.mlir:[[#@LINE+3]]:8: error: 'elsewhere' has no body, so the call cannot be followed; give it one
func.func private @elsewhere(tensor<f64>) -> tensor<f64>
func.func @outside(%x: tensor<f64>) -> tensor<f64> {
  %y = func.call @elsewhere(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}

// Nothing is written where the program is wrong.
// RUN: not cotan grad %S/power.mlir --wrt n -o %t.none
// RUN: not ls %t.none
