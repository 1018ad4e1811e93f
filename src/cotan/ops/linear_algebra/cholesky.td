#ifndef COTAN_OPS_CHOLESKY
#define COTAN_OPS_CHOLESKY

include "cotan/ir/prim/prim.td"

def CholeskyOp : Prim_Op<"cholesky",
    [HasVjp, HasJvp, HasBatch, SameOperandsAndResultType, IsRuntimeCall, HasSizes]> {
  let summary = "The lower triangular factor of symmetric positive definite matrices.";
  let description = [{
    `x = l l^T` for each matrix of the last two axes. Only the lower triangle of x is read, so only
    it has a cotangent; l is zero above the diagonal, which is positive. The factor of a matrix that
    is not positive definite is NaN everywhere.

    ```mlir
    %l = prim.cholesky %x : tensor<8x3x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x);
  let results = (outs FloatTensor:$l);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
