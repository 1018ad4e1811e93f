#ifndef COTAN_OPS_DOT_GENERAL
#define COTAN_OPS_DOT_GENERAL

include "cotan/ir/prim/prim.td"

def DotGeneralOp : Prim_Op<"dot_general",
    [HasReproducibleForm, IsMultilinear, HasVjp, HasBatch, InfersType, IsSummedOverTurns,
     LowersByRowsAndFollows, IsRuntimeCall, DeclareOpInterfaceMethods<AbsorbsPermutations>]> {
  let summary = "Sum of products over pairs of axes, for each index of other pairs.";
  let description = [{
    As `jax.lax.dot_general` and `stablehlo.dot_general`. Axis `lhs_contracting[i]` of lhs meets
    axis `rhs_contracting[i]` of rhs: they have one size, and products are summed over them. So do
    the batching axes, but they stay. The result has the batching axes, then the other axes of lhs,
    then the other axes of rhs. Sums are as exact as those of `prim.sum`; integers wrap around. A
    sum over nothing is 0. Machine code may take bf16 numbers below the smallest normal number for
    0.

    ```mlir
    // tensor<8x2x4xf32>
    %z = prim.dot_general %x, %y batching [0] x [1] contracting [2] x [0]
        : tensor<8x2x3xf32>, tensor<3x8x4xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$lhs, AnyNumberTensor:$rhs, DenseI64ArrayAttr:$lhs_batching,
      DenseI64ArrayAttr:$rhs_batching, DenseI64ArrayAttr:$lhs_contracting,
      DenseI64ArrayAttr:$rhs_contracting);
  let results = (outs AnyNumberTensor:$z);
  let assemblyFormat = [{
    $lhs `,` $rhs `batching` $lhs_batching `x` $rhs_batching
    `contracting` $lhs_contracting `x` $rhs_contracting attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

#endif
