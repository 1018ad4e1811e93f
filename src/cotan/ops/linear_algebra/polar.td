#ifndef COTAN_OPS_POLAR
#define COTAN_OPS_POLAR

include "cotan/ir/prim/prim.td"

def PolarOp
    : Prim_Op<"polar", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The nearest matrices with orthonormal columns.";
  let description = [{
    `x = y p` for each matrix of the last two axes, m times n with m at least n: the columns of y are
    orthonormal, and `p = y^H x` is Hermitian and has no negative eigenvalue. Of a matrix whose columns
    depend on each other, one of several. A matrix with NaN or infinities gives NaN everywhere.

    The derivative is exact where singular values coincide; where one is 0, it is not finite.

    ```mlir
    %y = prim.polar %x : tensor<4x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs FloatOrComplexTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
