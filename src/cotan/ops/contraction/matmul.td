#ifndef COTAN_OPS_MATMUL
#define COTAN_OPS_MATMUL

include "cotan/ir/prim/prim.td"

def MatmulOp : Prim_Op<"matmul", [HasReproducibleForm, IsMultilinear, HasVjp, HasBatch, InfersType,
                                  DeclareOpInterfaceMethods<SumsTurns, ["sumsTurns"]>, IsRuntimeCall, LowersByRows,
                                  DeclareOpInterfaceMethods<AbsorbsPermutations>]> {
  let summary = "Product of matrices, or of batches of them.";
  let description = [{
    As `numpy.matmul` for two or more axes: the last two are the matrices, and the axes before them
    are broadcast against each other. For vectors use `prim.dot_general`. Sums are as exact as
    those of `prim.sum`; integers wrap around. A sum over nothing is 0. Machine code may take bf16
    numbers below the smallest normal number for 0.

    ```mlir
    %z = prim.matmul %x, %y : tensor<8x2x3xf32>, tensor<3x4xf32>   // tensor<8x2x4xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$y);
  let results = (outs AnyNumberTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x) `,` type($y)";
}

#endif
