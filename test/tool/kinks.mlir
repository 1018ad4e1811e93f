// Derivatives where finite differences cannot tell: at ties, kinks and zeros.

// RUN: cotan grad %s --entry maximum | cotan run - --entry maximum --input "2" --input "2" | FileCheck %s --check-prefix=MAXIMUM
// MAXIMUM: dresult0_darg0: f64[] = 0.5
// MAXIMUM: dresult0_darg1: f64[] = 0.5
func.func @maximum(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.maximum %x, %y : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry minimum | cotan run - --entry minimum --input "2" --input "2" | FileCheck %s --check-prefix=MINIMUM
// MINIMUM: dresult0_darg0: f64[] = 0.5
// MINIMUM: dresult0_darg1: f64[] = 0.5
func.func @minimum(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.minimum %x, %y : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry max | cotan run - --entry max --input "[3, 1, 3, 3]" | FileCheck %s --check-prefix=MAX
// MAX: dresult0_darg0: f64[4] = [0.3333333333333333, 0.0, 0.3333333333333333, 0.3333333333333333]
func.func @max(%x: tensor<4xf64>) -> tensor<f64> {
  %z = prim.max %x axes [0] : tensor<4xf64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry min | cotan run - --entry min --input "[3, 1, 1, 3]" | FileCheck %s --check-prefix=MIN
// MIN: dresult0_darg0: f64[4] = [0.0, 0.5, 0.5, 0.0]
func.func @min(%x: tensor<4xf64>) -> tensor<f64> {
  %z = prim.min %x axes [0] : tensor<4xf64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry cummax | cotan run - --entry cummax --input "[2, 2, 1, 2]" | FileCheck %s --check-prefix=CUMMAX
// CUMMAX: dresult0_darg0: f64[4] = [389.3333333333333, 388.3333333333333, 0.0, 333.3333333333333]
func.func @cummax(%x: tensor<4xf64>) -> tensor<f64> {
  %m = prim.cummax %x axis 0 : tensor<4xf64>
  %w = prim.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %p = prim.mul %m, %w : tensor<4xf64>
  %z = prim.sum %p axes [0] : tensor<4xf64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry abs | cotan run - --entry abs --input "0" | FileCheck %s --check-prefix=ABS
// ABS: dresult0_darg0: f64[] = 0.0
func.func @abs(%x: tensor<f64>) -> tensor<f64> {
  %z = prim.abs %x : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry relu | cotan-opt --decompose | cotan run - --entry relu --input "0" | FileCheck %s --check-prefix=RELU
// RELU: dresult0_darg0: f64[] = 0.0
func.func @relu(%x: tensor<f64>) -> tensor<f64> {
  %z = composite.relu %x : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry relu6 | cotan-opt --decompose | cotan run - --entry relu6 --input "6" | FileCheck %s --check-prefix=RELU6
// RELU6: dresult0_darg0: f64[] = 0.0
func.func @relu6(%x: tensor<f64>) -> tensor<f64> {
  %z = composite.relu6 %x : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry leaky_relu | cotan-opt --decompose | cotan run - --entry leaky_relu --input "0" | FileCheck %s --check-prefix=LEAKY-RELU
// LEAKY-RELU: dresult0_darg0: f64[] = 1.0
func.func @leaky_relu(%x: tensor<f64>) -> tensor<f64> {
  %z = composite.leaky_relu %x : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry clip | cotan-opt --decompose | cotan run - --entry clip --input "2" --input "2" --input "3" | FileCheck %s --check-prefix=CLIP
// CLIP: dresult0_darg0: f64[] = 0.5
// CLIP: dresult0_darg1: f64[] = 0.5
// CLIP: dresult0_darg2: f64[] = 0.0
func.func @clip(%x: tensor<f64>, %l: tensor<f64>, %h: tensor<f64>) -> tensor<f64> {
  %z = composite.clip %x, %l, %h : tensor<f64>
  return %z : tensor<f64>
}

// 0^y falls from 1 to 0 behind y = 0.
// RUN: cotan grad %s --entry pow_zero | cotan run - --entry pow_zero --input "0" --input "0" | FileCheck %s --check-prefix=POW-ZERO
// POW-ZERO: dresult0_darg0: f64[] = 0.0
// POW-ZERO: dresult0_darg1: f64[] = -inf
func.func @pow_zero(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.pow %x, %y : tensor<f64>
  return %z : tensor<f64>
}

// The slope for y of the slope for x at (0, 1): the logarithm of 0.
// RUN: cotan grad %s --entry pow_one --wrt 0 | cotan grad - --entry pow_one --wrt 1 --of 1 | cotan run - --entry pow_one --input "0" --input "1" | FileCheck %s --check-prefix=POW-ONE
// POW-ONE: dresult0_darg0_darg1: f64[] = -inf
func.func @pow_one(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %z = prim.pow %x, %y : tensor<f64>
  return %z : tensor<f64>
}

// RUN: cotan grad %s --entry prod | cotan run - --entry prod --input "[2, 0, 3, 5]" | FileCheck %s --check-prefix=PROD
// PROD: dresult0_darg0: f64[4] = [ 0.0, 30.0, 0.0, 0.0]
func.func @prod(%x: tensor<4xf64>) -> tensor<f64> {
  %z = prim.prod %x axes [0] : tensor<4xf64>
  return %z : tensor<f64>
}
