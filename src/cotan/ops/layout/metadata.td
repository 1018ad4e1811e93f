#ifndef COTAN_OPS_METADATA
#define COTAN_OPS_METADATA

include "cotan/ir/composite/composite.td"

def SizeOp : Composite_Op<"size", [InfersType]> {
  let summary = "How many elements a tensor has.";
  let description = [{
    Composite: it is the product of the sizes that `prim.shape` gives, a constant if they are known.

    ```mlir
    %n = composite.size %x : tensor<?x3xf32>   // tensor<i64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs TensorRankOf<[I64], [0]>:$n);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def RankOp : Composite_Op<"rank", [InfersType]> {
  let summary = "How many axes a tensor has.";
  let description = [{
    Composite: types say it, so it is a constant.

    ```mlir
    %n = composite.rank %x : tensor<?x3xf32>   // 2, as tensor<i64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs TensorRankOf<[I64], [0]>:$n);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
