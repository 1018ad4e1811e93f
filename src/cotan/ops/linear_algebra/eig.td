#ifndef COTAN_OPS_EIG
#define COTAN_OPS_EIG

include "cotan/ir/prim/prim.td"

def EigOp : Prim_Op<"eig", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The eigenvalues and eigenvectors of square matrices.";
  let description = [{
    `x v = v diag(w)` for each matrix of the last two axes. The eigenvalues w are ordered by real part,
    then by imaginary part; real parts count as equal that differ by less than 100 times the spacing
    of the numbers beside the largest. The columns of v have length 1, and of each the first element
    that is at least 0.9 times as large as the largest is real and positive. Those of a real matrix
    come in pairs of conjugates, but for the real ones. A matrix with NaN or infinities gives NaN
    everywhere.

    The derivative of v is not finite where eigenvalues coincide, nor is any where a matrix has fewer
    eigenvectors than rows. First derivatives of what depends on the eigenvalues alone, and not on
    their order, are right where only eigenvalues coincide.

    ```mlir
    %w, %v = prim.eig %x : tensor<8x3x3xcomplex<f32>>   // tensor<8x3xcomplex<f32>>, tensor<8x3x3xcomplex<f32>>
    ```
  }];
  let arguments = (ins ComplexTensor:$x);
  let results = (outs ComplexTensor:$w, ComplexTensor:$v);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
