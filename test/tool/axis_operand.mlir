// An operator whose axis is an operand: the primitive where it is a constant; else its rule declines,
// which is said, and it stays whole.

// RUN: cotan opt --decompose %s 2>&1 | FileCheck %s --check-prefix=DECOMPOSED
// DECOMPOSED: [[@LINE+7]]:8: remark: 'composite.cumsum_along' stays whole: it has no decomposition for these operands and attributes
// DECOMPOSED-LABEL: @computed
// DECOMPOSED: composite.cumsum_along %arg0, %arg1
// DECOMPOSED-LABEL: @known
// DECOMPOSED: prim.cumsum %arg0 axis 1
// DECOMPOSED-NOT: cumsum_along
func.func @computed(%x: tensor<2x2xf64>, %axis: tensor<i64>) -> tensor<2x2xf64> {
  %y = composite.cumsum_along %x, %axis : tensor<2x2xf64>, tensor<i64>
  return %y : tensor<2x2xf64>
}
func.func @known(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %axis = prim.constant dense<-1> : tensor<i64>
  %y = composite.cumsum_along %x, %axis : tensor<2x2xf64>, tensor<i64>
  return %y : tensor<2x2xf64>
}

// RUN: cotan run %s --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input 0 2>&1 | FileCheck %s --check-prefixes=REMARK,ROWS
// RUN: cotan run %s --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input 0 --backend reference | FileCheck %s --check-prefix=ROWS
// REMARK: remark: 'composite.cumsum_along' stays whole
// ROWS: {{\[}}[1.0, 2.0],
// ROWS-NEXT: {{ *}}[5.0, 7.0]]
// RUN: cotan run %s --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input=-1 | FileCheck %s --check-prefix=COLUMNS
// RUN: cotan run %s --entry known --input "[[1.0, 2.0], [4.0, 5.0]]" | FileCheck %s --check-prefix=COLUMNS
// RUN: cotan run %s --entry known --input "[[1.0, 2.0], [4.0, 5.0]]" --no-forward-decomposition | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: {{\[}}[1.0, 3.0],
// COLUMNS-NEXT: {{ *}}[4.0, 9.0]]
// RUN: cotan grad %s --entry computed --wrt 0 --seed ones | cotan run - --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input 0 | FileCheck %s --check-prefix=SLOPE
// SLOPE: dresult0_darg0: f64[2, 2] =
// SLOPE-NEXT: {{\[}}[2.0, 2.0],
// SLOPE-NEXT: {{ *}}[1.0, 1.0]]

// RUN: not cotan run %s --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input 2 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not cotan run %s --entry computed --input "[[1.0, 2.0], [4.0, 5.0]]" --input=-3 --backend reference 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: 'composite.cumsum_along': axis {{2|-3}} is out of range for a tensor with 2 axes
