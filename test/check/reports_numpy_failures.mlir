// RUN: not %python %root/test/numpy_check.py --tool cotan-check %s | FileCheck %s

// CHECK: [[#@LINE+1]]: numpy @difference: result #0 at [0]: found
func.func @difference(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64>
    attributes {check.numpy = "x + y"} {
  %z = prim.sub %x, %y : tensor<2xf64>
  return %z : tensor<2xf64>
}

// CHECK: [[#@LINE+1]]: numpy @shape: result #0 found shape [2], expected [1, 2]
func.func @shape(%x: tensor<2xf64>) -> tensor<2xf64> attributes {check.numpy = "x[None]"} {
  return %x : tensor<2xf64>
}

// CHECK: [[#@LINE+1]]: numpy @misspelt: cannot evaluate 'X': name 'X' is not defined
func.func @misspelt(%x: tensor<2xf64>) -> tensor<2xf64> attributes {check.numpy = "X"} {
  return %x : tensor<2xf64>
}

func.func @right(%x: tensor<2xf64>) -> tensor<2xf64> attributes {check.numpy = "x"} {
  return %x : tensor<2xf64>
}

// CHECK: 1 passed, 3 failed
