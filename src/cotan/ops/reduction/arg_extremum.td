#ifndef COTAN_OPS_ARG_EXTREMUM
#define COTAN_OPS_ARG_EXTREMUM

include "cotan/ir/prim/prim.td"

/// The place of an element along an axis, as i64.
class Prim_ArgExtremumOp<string mnemonic> : Prim_Op<mnemonic, [InfersType, HasBatch, Reduces, SplitsParts]> {
  let arguments = (ins OrderedTensor:$x, I64Attr:$axis, UnitAttr:$keepdims);
  let results = (outs RankedTensorOf<[I64]>:$index);
  let assemblyFormat = "$x `axis` $axis (`keepdims` $keepdims^)? attr-dict `:` type($x)";
}

def ArgmaxOp : Prim_ArgExtremumOp<"argmax"> {
  let summary = "Where the largest element along an axis is.";
  let description = [{
    The first one if there are several; the first NaN if there is any, as in NumPy. `keepdims`
    leaves the axis in the result with size 1. An axis of size 0 is an error. Complex numbers are
    compared by their real parts, then by the imaginary ones, and NaN is in either.

    ```mlir
    %i = prim.argmax %x axis 1 : tensor<2x3xf32>   // tensor<2xi64>
    ```
  }];
}

def ArgminOp : Prim_ArgExtremumOp<"argmin"> {
  let summary = "Where the smallest element along an axis is.";
  let description = [{
    The first one if there are several; the first NaN if there is any, as in NumPy. `keepdims`
    leaves the axis in the result with size 1. An axis of size 0 is an error. Complex numbers are
    compared by their real parts, then by the imaginary ones, and NaN is in either.

    ```mlir
    %i = prim.argmin %x axis 1 : tensor<2x3xf32>   // tensor<2xi64>
    ```
  }];
}

#endif
