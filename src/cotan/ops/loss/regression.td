#ifndef COTAN_OPS_REGRESSION
#define COTAN_OPS_REGRESSION

include "cotan/ir/composite/composite.td"

def MseOp : Composite_Op<"mse", [InfersType, SameTypeOperands]> {
  let summary = "Mean of the squared differences.";
  let description = [{
    `loss = mean((x - y)^2)` over all elements. NaN for nothing.

    ```mlir
    %loss = composite.mse %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def HuberOp : Composite_Op<"huber", [InfersType, SameTypeOperands]> {
  let summary = "Mean of the differences, squared where small, absolute where large.";
  let description = [{
    The mean over all elements of `d^2 / 2` where `|d|` is at most `delta`, else of
    `delta * (|d| - delta / 2)`, where `d = x - y`. `delta` is 1 by default. NaN for nothing.

    ```mlir
    %loss = composite.huber %x, %y delta 0.5 : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$delta);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $y (`delta` $delta^)? attr-dict `:` type($x)";
}

#endif
