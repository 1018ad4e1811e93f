#ifndef COTAN_OPS_LAYER_NORM
#define COTAN_OPS_LAYER_NORM

include "cotan/ir/composite/composite.td"

def LayerNormOp : Composite_Op<"layer_norm",
    [HasVjp, HasBatch, AllTypesMatch<["x", "y"]>, AllTypesMatch<["scale", "bias"]>]> {
  let summary = "Elements with mean 0 and variance 1 along axes, scaled and moved.";
  let description = [{
    `y = (x - mean) / sqrt(variance + epsilon) * scale + bias`; mean and variance are those of x
    along `axes`, which increase. `scale` and `bias` have the sizes of these axes. `epsilon` is 1e-5
    by default. f16 and bf16 are computed in f32.

    ```mlir
    %y = composite.layer_norm %x, %scale, %bias axes [1] : tensor<2x3xf32>, tensor<3xf32>
    %z = composite.layer_norm %x, %scale, %bias axes [1] epsilon 1.0e-6
        : tensor<2x3xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$scale, FloatTensor:$bias,
                       DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `axes` $axes (`epsilon` $epsilon^)? attr-dict
    `:` type($x) `,` type($scale)
  }];
  let hasVerifier = 1;
}

def RmsNormOp : Composite_Op<"rms_norm", [HasVjp, HasBatch, AllTypesMatch<["x", "y"]>]> {
  let summary = "Elements divided by their root mean square along axes, scaled.";
  let description = [{
    `y = x / sqrt(mean(x^2) + epsilon) * scale`; the mean is taken along `axes`, which increase.
    `scale` has the sizes of these axes. `epsilon` is 1e-5 by default. f16 and bf16 are computed in
    f32.

    ```mlir
    %y = composite.rms_norm %x, %scale axes [1] : tensor<2x3xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$scale, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $scale `axes` $axes (`epsilon` $epsilon^)? attr-dict `:` type($x) `,` type($scale)
  }];
  let hasVerifier = 1;
}

#endif
