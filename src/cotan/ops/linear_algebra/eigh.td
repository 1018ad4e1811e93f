#ifndef COTAN_OPS_EIGH
#define COTAN_OPS_EIGH

include "cotan/ir/prim/prim.td"

def EighOp
    : Prim_Op<"eigh", [HasReproducibleForm, IsOfWholeComplex, HasVjp, HasJvp,
                       HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The eigenvalues and eigenvectors of symmetric or Hermitian matrices.";
  let description = [{
    `x = v diag(w) v^T` for each matrix of the last two axes, of complex numbers `v diag(w) v^H`: the
    eigenvalues w are real and increase, the columns of v are orthonormal. Only the lower triangle of
    x is read, and of its diagonal the real part, so only they have a cotangent. Of each column of v,
    the first element that is at least 0.9 times as large as the largest is real and positive. A
    matrix with NaN or infinities gives NaN everywhere.

    The derivative of v is not finite where eigenvalues coincide: vectors of one eigenvalue may be
    any basis of their space. First derivatives of what depends on the eigenvalues alone, and not on
    their order, are right there, too.

    ```mlir
    %w, %v = prim.eigh %x : tensor<8x3x3xf32>   // tensor<8x3xf32>, tensor<8x3x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs FloatTensor:$w, FloatOrComplexTensor:$v);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
