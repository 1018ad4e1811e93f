#ifndef COTAN_OPS_CHOLESKY
#define COTAN_OPS_CHOLESKY

include "cotan/ir/prim/prim.td"

def CholeskyOp : Prim_Op<"cholesky",
    [HasReproducibleForm, IsOfWholeComplex, HasVjp, HasJvp, HasBatch, SameOperandsAndResultType,
     IsRuntimeCall, HasSizes]> {
  let summary = "The lower triangular factor of symmetric or Hermitian positive definite matrices.";
  let description = [{
    `x = l l^T` for each matrix of the last two axes; of complex numbers `x = l l^H`. Only the lower
    triangle of x is read, and of its diagonal the real part, so only they have a cotangent; l is
    zero above the diagonal, which is real and positive. The factor of a matrix that is not positive
    definite is NaN everywhere.

    ```mlir
    %l = prim.cholesky %x : tensor<8x3x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs FloatOrComplexTensor:$l);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
