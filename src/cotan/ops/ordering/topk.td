#ifndef COTAN_OPS_TOPK
#define COTAN_OPS_TOPK

include "cotan/ir/prim/prim.td"

def TopkOp : Prim_Op<"topk", [HasVjp, HasJvp, HasBatch, InfersType, IsRuntimeCall]> {
  let summary = "The k largest elements along the last axis, and where they are.";
  let description = [{
    As `jax.lax.top_k`: the largest element comes first, of equal ones that of the lowest index.
    NaN counts as the largest number. The indices are i64. k larger than the axis is an error.

    ```mlir
    %values, %indices = prim.topk %x k 2 : tensor<3x8xf32>   // tensor<3x2xf32>, tensor<3x2xi64>
    ```
  }];
  let arguments = (ins RealTensor:$x, I64Attr:$k);
  let results = (outs RealTensor:$values, IndicesTensor:$indices);
  let assemblyFormat = "$x `k` $k attr-dict `:` type($x)";
}

#endif
