#ifndef COTAN_OPS_ONE_HOT
#define COTAN_OPS_ONE_HOT

include "cotan/ir/composite/composite.td"

def OneHotOp : Composite_Op<"one_hot", [HasBatch, HasSizes]> {
  let summary = "For each index a vector that is 1 there and 0 elsewhere.";
  let description = [{
    The result has one more axis than the indices, the last, whose size is the number of classes. An
    index that is no class gives zeros.

    ```mlir
    %y = composite.one_hot %indices : tensor<8xi64> -> tensor<8x10xf32>
    ```
  }];
  let arguments = (ins IndicesTensor:$indices);
  let results = (outs RealTensor:$y);
  let assemblyFormat = "$indices attr-dict `:` type($indices) `->` type($y)";
  let hasVerifier = 1;
}

#endif
