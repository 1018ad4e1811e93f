#ifndef COTAN_OPS_LINSPACE
#define COTAN_OPS_LINSPACE

include "cotan/ir/composite/composite.td"

def LinspaceOp : Composite_Op<"linspace", [AllTypesMatch<["start", "stop"]>]> {
  let summary = "Numbers at equal distances from one to another, both included.";
  let description = [{
    The size of the result says how many; one number alone is `start`.

    ```mlir
    %y = composite.linspace %start, %stop : tensor<f32> -> tensor<5xf32>
    ```
  }];
  let arguments = (ins TensorRankOf<[Cotan_Float], [0]>:$start,
                       TensorRankOf<[Cotan_Float], [0]>:$stop);
  let results = (outs StaticShapeTensorOf<[Cotan_Float]>:$y);
  let assemblyFormat = "$start `,` $stop attr-dict `:` type($start) `->` type($y)";
  let hasVerifier = 1;
}

#endif
