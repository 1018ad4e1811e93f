#ifndef COTAN_OPS_FILL
#define COTAN_OPS_FILL

include "cotan/ir/prim/prim.td"

def FillOp : Prim_Op<"fill", [IsLinear, HasVjp, HasBatch, LowersAndFollows, HasSizes]> {
  let summary = "A tensor whose elements are all one value.";
  let description = [{
    `shape` is needed where the result's sizes are not static.

    ```mlir
    %y = prim.fill %x : tensor<f32> -> tensor<2x3xf32>
    %z = prim.fill %x to %s : tensor<f32>, tensor<2xi64> -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins TensorRankOf<[Cotan_Element], [0]>:$x, Optional<ShapeTensor>:$shape);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x (`to` $shape^)? attr-dict `:` type($x) (`,` type($shape)^)? `->` type($y)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
