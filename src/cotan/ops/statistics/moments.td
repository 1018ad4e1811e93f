#ifndef COTAN_OPS_MOMENTS
#define COTAN_OPS_MOMENTS

include "cotan/ir/composite/composite.td"

def MeanOp : Composite_Op<"mean", [IsLinear, InfersType, HasVjp, HasBatch]> {
  let summary = "Mean along axes.";
  let description = [{
    `axes` increase; with none of them x is returned. `keepdims` leaves them in the result with
    size 1. The mean of nothing is NaN. f16 and bf16 are summed in f32.

    ```mlir
    %y = composite.mean %x axes [1] : tensor<2x3xf32>            // tensor<2xf32>
    %z = composite.mean %x axes [1] keepdims : tensor<2x3xf32>   // tensor<2x1xf32>
    ```
  }];
  let arguments = (ins FloatOrComplexTensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs FloatOrComplexTensor:$y);
  let assemblyFormat = "$x `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` type($x)";
}

class Composite_SpreadOp<string mnemonic> : Composite_Op<mnemonic, [InfersType, HasBatch]> {
  let arguments = (ins FloatTensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims,
                       DefaultValuedAttr<I64Attr, "0">:$correction);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `axes` $axes (`keepdims` $keepdims^)? (`correction` $correction^)? attr-dict `:` type($x)
  }];
}

def VarOp : Composite_SpreadOp<"var"> {
  let summary = "Variance along axes.";
  let description = [{
    The mean of `(x - mean(x))^2`, the sum divided by n - `correction` (but not by less than 0). The
    correction is 0 by default, as in NumPy; 1 gives the unbiased estimate. `axes` increase;
    `keepdims` leaves them in the result with size 1. f16 and bf16 are summed in f32.

    ```mlir
    %y = composite.var %x axes [1] correction 1 : tensor<2x3xf32>   // tensor<2xf32>
    ```
  }];
}

def StdOp : Composite_SpreadOp<"std"> {
  let summary = "Standard deviation along axes.";
  let description = [{
    The square root of `composite.var`. Its derivative is not finite where the variance is 0.

    ```mlir
    %y = composite.std %x axes [0] keepdims : tensor<2x3xf32>   // tensor<1x3xf32>
    ```
  }];
}

#endif
