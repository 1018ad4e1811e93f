// What MLIR's own ops refuse while a program runs: they are evaluated as far as lifting makes them.
// RUN: not cotan run %s --entry constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not cotan run %s --entry extract --input [1] 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not cotan run %s --entry from_elements 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: not cotan run %s --entry poison 2>&1 | FileCheck %s --check-prefix=POISON

func.func @constant() {
  // CONSTANT: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.constant': constants of type i4 cannot be evaluated; use prim.constant
  %x = arith.constant 1 : i4
  return
}

func.func @extract(%x: tensor<1xf64>) {
  // EXTRACT: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.constant': constants of type index cannot be evaluated; use prim.constant
  %i = arith.constant 0 : index
  %y = tensor.extract %x[%i] : tensor<1xf64>
  return
}

func.func @from_elements() {
  %x = arith.constant 1.0 : f64
  // ELEMENTS: upstream.mlir:[[#@LINE+1]]:8: error: 'tensor.from_elements': only 0-d tensors can be made from elements; use prim.concat
  %y = tensor.from_elements %x, %x : tensor<2xf64>
  return
}

func.func @poison() {
  // POISON: upstream.mlir:[[#@LINE+1]]:8: error: 'ub.poison': an undefined value of type i4 cannot be made; use prim.constant
  %x = ub.poison : i4
  return
}
