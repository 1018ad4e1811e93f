#ifndef COTAN_OPS_PINV
#define COTAN_OPS_PINV

include "cotan/ir/prim/prim.td"

def PinvOp
    : Prim_Op<"pinv", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The pseudo-inverses of matrices (Moore-Penrose).";
  let description = [{
    For each matrix of the last two axes, m times n, the n times m matrix y with `x y x = x` and
    `y x y = y` where `x y` and `y x` are symmetric, or Hermitian. Singular values of x up to `rtol` times the
    largest count as 0. The derivative is that of matrices of the same rank; it is finite where
    singular values coincide. A matrix with NaN or infinities gives NaN everywhere.

    ```mlir
    %y = prim.pinv %x rtol 1.0e-6 : tensor<4x3xf32>   // tensor<3x4xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x, F64Attr:$rtol);
  let results = (outs FloatOrComplexTensor:$y);
  let assemblyFormat = "$x `rtol` $rtol attr-dict `:` type($x)";
}

#endif
