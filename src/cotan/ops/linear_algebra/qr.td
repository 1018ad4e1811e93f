#ifndef COTAN_OPS_QR
#define COTAN_OPS_QR

include "cotan/ir/prim/prim.td"

def QrOp
    : Prim_Op<"qr", [HasReproducibleForm, IsOfWholeComplex, HasVjp, HasJvp,
                       HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "Orthonormal columns times an upper triangular matrix.";
  let description = [{
    `x = q r` for each matrix of the last two axes, m times n with m at least n: q is m times n with
    orthonormal columns, r is n times n, upper triangular, and its diagonal is real and not negative. The
    derivative is not finite where columns of x depend on each other. A matrix with NaN or infinities
    gives NaN everywhere.

    ```mlir
    %q, %r = prim.qr %x : tensor<4x3xf32>   // tensor<4x3xf32>, tensor<3x3xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs FloatOrComplexTensor:$q, FloatOrComplexTensor:$r);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
