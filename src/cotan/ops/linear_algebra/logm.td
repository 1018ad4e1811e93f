#ifndef COTAN_OPS_LOGM
#define COTAN_OPS_LOGM

include "cotan/ir/prim/prim.td"

def LogmOp
    : Prim_Op<"logm", [IsOfWholeComplex, HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The principal logarithms of complex square matrices.";
  let description = [{
    The y with `expm(y) = x` whose eigenvalues have imaginary parts in (-pi, pi], for each matrix of the
    last two axes. A singular matrix has none: it gives NaN, as one with NaN or infinities does.

    Machine code: the Schur form, as many square roots of it as bring it near the identity, and there the
    integral of `(x - 1) (1 + s (x - 1))^-1` over s from 0 to 1 (Kenney and Laub 1989; Higham,
    "Functions of Matrices", 2008, chapter 11). The derivative along dx is the block beside the diagonal in
    the logarithm of `[[x, dx], [0, x]]`, which takes 8 times as long; it is exact where eigenvalues
    coincide.

    ```mlir
    %y = prim.logm %x : tensor<8x3x3xcomplex<f32>>
    ```
  }];
  let arguments = (ins ComplexTensor:$x);
  let results = (outs ComplexTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
