#ifndef COTAN_OPS_LDL
#define COTAN_OPS_LDL

include "cotan/ir/prim/prim.td"

def PlacesTensor : RankedTensorOf<[I64]>;

def LdlOp
    : Prim_Op<"ldl", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The factors of symmetric or Hermitian matrices, with diagonal pivoting.";
  let description = [{
    `p x p^T = l d l^T` for each matrix of the last two axes, of complex numbers `l d l^H`, or with
    `symmetric` `l d l^T`: l is lower triangular with ones on the diagonal, d has blocks of one or two
    rows and columns on its diagonal, as Bunch and Kaufman choose them, and zeros elsewhere. Row i of
    p x is row `permutation[i]` of x. Only the lower triangle of x is read, and of a Hermitian one's
    diagonal the real part, so only they have a cotangent. A matrix with NaN or infinities gives NaN
    in l and d.

    The derivative is not finite where d is singular. It is that of factors with the same permutation
    and blocks.

    ```mlir
    %l, %d, %permutation = prim.ldl %x : tensor<3x3xf32>   // tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xi64>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x, UnitAttr:$symmetric);
  let results = (outs FloatOrComplexTensor:$l, FloatOrComplexTensor:$d, PlacesTensor:$permutation);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
