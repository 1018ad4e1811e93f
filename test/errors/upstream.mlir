// What is refused of MLIR's own ops and types, whichever way a program is run: they have a meaning as
// far as lifting makes them.
// RUN: not cotan run %s --entry constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not cotan run %s --backend=reference --entry constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not cotan run %s --entry index --input [1] 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not cotan run %s --backend=reference --entry index --input [1] 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not cotan run %s --entry resource 2>&1 | FileCheck %s --check-prefix=RESOURCE
// RUN: not cotan run %s --backend=reference --entry resource 2>&1 | FileCheck %s --check-prefix=RESOURCE
// RUN: not cotan run %s --entry from_elements 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: not cotan run %s --backend=reference --entry from_elements 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: not cotan run %s --entry poison 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not cotan run %s --backend=reference --entry poison 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not cotan run %s --entry arithmetic --input true 2>&1 | FileCheck %s --check-prefix=ARITHMETIC
// RUN: not cotan run %s --backend=reference --entry arithmetic --input true 2>&1 | FileCheck %s --check-prefix=ARITHMETIC
// RUN: not cotan-opt %s --flow-differentiate="entry=numbers_in_between wrt=0 of=0" 2>&1 | FileCheck %s --check-prefix=NUMBERS

func.func @constant() {
  // CONSTANT: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.constant' has a value of type 'i3', which cannot be computed with; use tensors or numbers of i1
  %x = arith.constant 1 : i3
  return
}

func.func @index(%x: tensor<1xf64>) {
  // INDEX: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.constant' has a value of type 'index', which cannot be computed with
  %i = arith.constant 0 : index
  %y = tensor.extract %x[%i] : tensor<1xf64>
  return
}

func.func @resource() -> tensor<1xi32> {
  // RESOURCE: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.constant' is dense_resource<blob>
  %x = arith.constant dense_resource<blob> : tensor<1xi32>
  return %x : tensor<1xi32>
}

func.func @from_elements() {
  %x = arith.constant 1.0 : f64
  // ELEMENTS: upstream.mlir:[[#@LINE+1]]:8: error: 'tensor.from_elements' has a meaning for numbers and 0-d tensors only; use the ops of prim for others
  %y = tensor.from_elements %x, %x : tensor<2xf64>
  return
}

func.func @poison() {
  // POISON: upstream.mlir:[[#@LINE+1]]:8: error: 'ub.poison' has a value of type 'i3', which cannot be computed with
  %x = ub.poison : i3
  return
}

// Machine code would not even see it: it is folded before.
func.func @arithmetic(%c: tensor<i1>) -> i1 {
  %x = tensor.extract %c[] : tensor<i1>
  // ARITHMETIC: upstream.mlir:[[#@LINE+1]]:8: error: 'arith.xori' has no meaning here; use the ops of flow, prim and composite
  %y = arith.xori %x, %x : i1
  return %y : i1
}

func.func @numbers_in_between(%x: tensor<f64>) -> tensor<f64> {
  // NUMBERS: upstream.mlir:[[#@LINE+1]]:8: error: 'tensor.extract' makes a number, and derivatives flow through tensors only; make it a tensor first (--tensorize-numbers)
  %y = tensor.extract %x[] : tensor<f64>
  %z = tensor.from_elements %y : tensor<f64>
  return %z : tensor<f64>
}

{-#
  dialect_resources: {
    builtin: { blob: "0x0400000001000000" }
  }
#-}
