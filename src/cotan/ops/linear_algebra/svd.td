#ifndef COTAN_OPS_SVD
#define COTAN_OPS_SVD

include "cotan/ir/prim/prim.td"

def SvdOp
    : Prim_Op<"svd", [HasReproducibleForm, IsOfWholeComplex, HasVjp, HasJvp,
                       HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The singular values and vectors of matrices with at least as many rows as columns.";
  let description = [{
    `x = u diag(s) vt` for each matrix of the last two axes, m times n with m at least n: u is m
    times n and vt n times n, the columns of u and the rows of vt are orthonormal, and the singular
    values s are real, decrease and are not negative. Of each column of u, the first element that is
    at least 0.9 times as large as the largest is real and positive. A matrix with NaN or infinities
    gives NaN everywhere.

    The derivatives of u and vt are not finite where singular values coincide, and of matrices that
    are complex or not square where one is 0. First derivatives of what depends on the singular values alone,
    and not on their order, are right where they coincide.

    ```mlir
    %u, %s, %vt = prim.svd %x : tensor<4x3xf32>   // tensor<4x3xf32>, tensor<3xf32>, tensor<3x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs FloatOrComplexTensor:$u, FloatTensor:$s, FloatOrComplexTensor:$vt);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
