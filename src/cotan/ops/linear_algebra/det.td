#ifndef COTAN_OPS_DET
#define COTAN_OPS_DET

include "cotan/ir/composite/composite.td"

def DetOp : Composite_Op<"det", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType]> {
  let summary = "The determinants of square matrices.";
  let description = [{
    Of each matrix of the last two axes; 1 of a matrix without elements. The derivative is
    `composite.cofactors`, of singular matrices too.

    ```mlir
    %y = composite.det %a : tensor<8x3x3xf32>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a);
  let results = (outs FloatOrComplexTensor:$y);
  let assemblyFormat = "$a attr-dict `:` type($a)";
}

def CofactorsOp
    : Composite_Op<"cofactors", [IsOfWholeComplex, HasBatch, SameOperandsAndResultType, HasSizes]> {
  let summary = "The derivatives of determinants: the signed minors of square matrices.";
  let description = [{
    At row i and column j, the determinant of the matrix without row i and column j, times
    `(-1)^(i + j)`. Of a regular matrix they are those of the transposed inverse times the
    determinant.

    They are exact for matrices of any rank, and so are their first and second derivatives; further
    ones, unless the rank is less than the number of rows less 3.

    ```mlir
    %y = composite.cofactors %a : tensor<8x3x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a);
  let results = (outs FloatOrComplexTensor:$y);
  let assemblyFormat = "$a attr-dict `:` type($a)";
  let hasVerifier = 1;
}

#endif
