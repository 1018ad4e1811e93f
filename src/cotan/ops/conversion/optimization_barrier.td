#ifndef COTAN_OPS_OPTIMIZATION_BARRIER
#define COTAN_OPS_OPTIMIZATION_BARRIER

include "cotan/ir/prim/prim.td"

def OptimizationBarrierOp : Prim_Op<"optimization_barrier",
    [HasVjp, HasJvp, HasBatch, AllTypesMatch<["x", "y"]>, IsView, HasSizes, SplitsParts]> {
  let summary = "The same value, which is not there before others are.";
  let description = [{
    What is computed from the result is computed after `others`, and is never taken from what was
    computed from x before: this is how a checkpoint computes again instead of keeping. Derivatives
    flow to x alone.

    ```mlir
    %y = prim.optimization_barrier %x after %a, %b : tensor<4xf32>, tensor<f32>, tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, Variadic<AnyPrimTensor>:$others);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x (`after` $others^)? attr-dict `:` type($x) (`,` type($others)^)?
  }];
}

#endif
