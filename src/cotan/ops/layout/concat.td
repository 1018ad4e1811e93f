#ifndef COTAN_OPS_CONCAT
#define COTAN_OPS_CONCAT

include "cotan/ir/prim/prim.td"

def ConcatOp : Prim_Op<"concat", [IsLinear, HasVjp, HasBatch, InfersType, LowersByRows,
    IsRuntimeCall]> {
  let summary = "Joins tensors along an axis.";
  let description = [{
    As `numpy.concatenate`. At least one operand; all have one element type and, but for `axis`,
    the same sizes. 0-d tensors cannot be joined.

    ```mlir
    %y = prim.concat %a, %b axis 1 : tensor<2x3xf32>, tensor<2x1xf32>   // tensor<2x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyPrimTensor>:$xs, I64Attr:$axis);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$xs `axis` $axis attr-dict `:` type($xs)";
  let hasFolder = 1;
}

def SplitOp : Prim_Op<"split", [IsLinear, HasVjp, HasBatch, InfersType, LowersByRows]> {
  let summary = "Cuts a tensor into pieces along an axis.";
  let description = [{
    The pieces have the given sizes along `axis`, which add up to the size of x. The inverse of
    `prim.concat`.

    ```mlir
    // tensor<2x3xf32> and tensor<2x1xf32>
    %a, %b = prim.split %x axis 1 sizes [3, 1] : tensor<2x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$axis, DenseI64ArrayAttr:$sizes);
  let results = (outs Variadic<AnyPrimTensor>:$pieces);
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = "$x `axis` $axis `sizes` $sizes attr-dict `:` type($x)";
}

#endif
