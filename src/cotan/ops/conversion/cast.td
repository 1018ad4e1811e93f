#ifndef COTAN_OPS_CAST
#define COTAN_OPS_CAST

include "cotan/ir/prim/prim.td"

def CastOp : Prim_Op<"cast", [IsLinear, IsElementwise, Lowers, HasVjp, SplitsParts]> {
  let summary = "Converts the elements to another type.";
  let description = [{
    To a float: rounds to nearest even. Float to integer: rounds towards zero; values out of range
    saturate, NaN becomes 0. Integer to integer: wraps around. To i1: whether it is not 0.
    What is too large for a float becomes infinite, and of f8E4M3FN, which has no infinities, NaN.

    ```mlir
    %y = prim.cast %x : tensor<4xf32> -> tensor<4xf64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
