#ifndef COTAN_OPS_PAD
#define COTAN_OPS_PAD

include "cotan/ir/prim/prim.td"

def PadOp : Prim_Op<"pad", [IsLinear, HasVjp, HasBatch, InfersType, LowersByRowsAndFollows, IsBlock,
    TypesMatchWith<"the padding value is 0-d and of the element type of x", "x", "padding_value",
        "::mlir::RankedTensorType::get({}, ::mlir::getElementTypeOrSelf($_self))">]> {
  let summary = "Puts a value around and between the elements.";
  let description = [{
    As XLA's Pad. Along each axis, `interior` copies of the padding value go between neighbours,
    then `low` in front and `high` behind. A negative `low` or `high` cuts that many elements
    (interior ones count) off instead. Cutting off more than there is is an error.

    ```mlir
    // tensor<4x4xf32>
    %y = prim.pad %x with %zero low [1, 0] high [1, -1] interior [0, 1] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, AnyPrimTensor:$padding_value, DenseI64ArrayAttr:$low,
      DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$interior);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `with` $padding_value `low` $low `high` $high `interior` $interior attr-dict `:` type($x)
  }];
  let hasFolder = 1;
}

#endif
