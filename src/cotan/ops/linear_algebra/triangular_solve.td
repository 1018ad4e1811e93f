#ifndef COTAN_OPS_TRIANGULAR_SOLVE
#define COTAN_OPS_TRIANGULAR_SOLVE

include "cotan/ir/prim/prim.td"

def TriangularSolveOp : Prim_Op<"triangular_solve",
    [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "Solves systems of equations whose matrices are triangular.";
  let description = [{
    The x with `a x = b` for each matrix of the last two axes; the axes before them are the same in
    both. Of a only the upper triangle is read, with `lower` the lower one; with `unit_diagonal` the
    diagonal is not read either, and taken to be 1. With `transpose`, `a^T x = b`. A zero on the
    diagonal gives infinities and NaN.

    ```mlir
    %x = prim.triangular_solve %a, %b : tensor<3x3xf32>, tensor<3x2xf32>
    %y = prim.triangular_solve %l, %b {lower, transpose} : tensor<3x3xf32>, tensor<3x2xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$a, FloatOrComplexTensor:$b, UnitAttr:$lower,
                       UnitAttr:$transpose, UnitAttr:$unit_diagonal);
  let results = (outs FloatOrComplexTensor:$x);
  let assemblyFormat = "$a `,` $b attr-dict `:` type($a) `,` type($b)";
}

#endif
