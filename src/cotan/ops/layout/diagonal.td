#ifndef COTAN_OPS_DIAGONAL
#define COTAN_OPS_DIAGONAL

include "cotan/ir/composite/composite.td"

def DiagonalOp : Composite_Op<"diagonal", [InfersType]> {
  let summary = "A diagonal of two axes, as the last axis.";
  let description = [{
    As `numpy.diagonal`: the elements whose index along the second of the axes is `offset` larger than
    that along the first; none where the offset is beyond the matrix.

    Composite: where sizes are known it is a slice of the two axes in one row, which compiled code
    reads where it lies; else it takes elements by computed indices.

    ```mlir
    %y = composite.diagonal %x offset 1 axes [0, 1] : tensor<3x4xf32>   // tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$offset, DenseI64ArrayAttr:$axes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `offset` $offset `axes` $axes attr-dict `:` type($x)";
}

def DiagEmbedOp : Composite_Op<"diag_embed", [InfersType]> {
  let summary = "The last axis as a diagonal of two axes; all else is 0.";
  let description = [{
    The inverse direction of `composite.diagonal`: `axes` are those of the result, which is just large
    enough.

    Composite: it is a choice between x and 0 by indices, one loop in compiled code.

    ```mlir
    %y = composite.diag_embed %x offset 0 axes [0, 1] : tensor<3xf32>   // tensor<3x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$offset, DenseI64ArrayAttr:$axes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `offset` $offset `axes` $axes attr-dict `:` type($x)";
}

#endif
