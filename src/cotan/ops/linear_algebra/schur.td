#ifndef COTAN_OPS_SCHUR
#define COTAN_OPS_SCHUR

include "cotan/ir/prim/prim.td"

def SchurOp
    : Prim_Op<"schur", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The Schur form of complex square matrices.";
  let description = [{
    `x = z t z^H` for each matrix of the last two axes: t is upper triangular, with the eigenvalues on
    its diagonal in the order of `prim.eig`, and z is unitary. Of each column of z, the first element
    that is at least 0.9 times as large as the largest is real and positive. A matrix with NaN or
    infinities gives NaN everywhere.

    The derivative is not finite where eigenvalues coincide.

    ```mlir
    %t, %z = prim.schur %x : tensor<8x3x3xcomplex<f32>>   // twice tensor<8x3x3xcomplex<f32>>
    ```
  }];
  let arguments = (ins ComplexTensor:$x);
  let results = (outs ComplexTensor:$t, ComplexTensor:$z);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def RealSchurOp : Prim_Op<"real_schur", [HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The Schur form of real square matrices, with blocks for pairs of conjugates.";
  let description = [{
    `x = z t z^T` for each matrix of the last two axes: t is upper triangular but for blocks of two rows
    and columns, one for each pair of conjugate eigenvalues. On the diagonal of a block are equal
    numbers, beside it others of opposite signs, the larger one above. z is orthogonal; of each of its
    columns, the first element that is at least 0.9 times as large as the largest is positive. Pairs
    and eigenvalues are in the order of `prim.eig`, but for those too close to be exchanged. A matrix
    with NaN or infinities gives NaN everywhere.

    The derivative is that of the same blocks. It is not finite where eigenvalues coincide, nor where a
    block is a multiple of a rotation: then any rotation of its vectors leaves it as it is.

    ```mlir
    %t, %z = prim.real_schur %x : tensor<8x3x3xf32>   // twice tensor<8x3x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x);
  let results = (outs FloatTensor:$t, FloatTensor:$z);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
