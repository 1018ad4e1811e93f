#ifndef COTAN_OPS_FLIP
#define COTAN_OPS_FLIP

include "cotan/ir/prim/prim.td"

def FlipOp : Prim_Op<"flip", [IsLinear, HasVjp, HasBatch, InfersType, Lowers]> {
  let summary = "Reverses the order of the elements along axes.";
  let description = [{
    As `numpy.flip`. `axes` increase.

    ```mlir
    %y = prim.flip %x axes [0] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `axes` $axes attr-dict `:` type($x)";
  let hasFolder = 1;
}

#endif
