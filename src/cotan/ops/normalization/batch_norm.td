#ifndef COTAN_OPS_BATCH_NORM
#define COTAN_OPS_BATCH_NORM

include "cotan/ir/composite/composite.td"

def BatchNormOp : Composite_Op<"batch_norm",
    [HasVjp, AllTypesMatch<["x", "y"]>, AllTypesMatch<["scale", "bias", "mean", "variance"]>]> {
  let summary = "Each feature with mean 0 and variance 1 over the batch, scaled and moved.";
  let description = [{
    For training: `y = (x - mean) / sqrt(variance + epsilon) * scale + bias`; mean and variance are
    those of x along all axes but `axis`, and results of their own, for the running averages that
    `composite.batch_norm_inference` takes. `scale` and `bias` have one element per feature.
    `epsilon` is 1e-5 by default. f16 and bf16 are computed in f32.

    ```mlir
    %y, %mean, %variance = composite.batch_norm %x, %scale, %bias axis 1
        : tensor<8x3x4x4xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$scale, FloatTensor:$bias, I64Attr:$axis,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon);
  let results = (outs FloatTensor:$y, FloatTensor:$mean, FloatTensor:$variance);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `axis` $axis (`epsilon` $epsilon^)? attr-dict
    `:` type($x) `,` type($scale)
  }];
  let hasVerifier = 1;
}

def BatchNormInferenceOp : Composite_Op<"batch_norm_inference",
    [HasBatch, AllTypesMatch<["x", "y"]>, AllTypesMatch<["scale", "bias", "mean", "variance"]>]> {
  let summary = "Each feature normalized by a given mean and variance, scaled and moved.";
  let description = [{
    `y = (x - mean) / sqrt(variance + epsilon) * scale + bias`; the parameters have one element per
    feature, that is, per index along `axis`. `epsilon` is 1e-5 by default. f16 and bf16 are
    computed in f32.

    ```mlir
    %y = composite.batch_norm_inference %x, %scale, %bias, %mean, %variance axis 1
        : tensor<8x3x4x4xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$scale, FloatTensor:$bias, FloatTensor:$mean,
                       FloatTensor:$variance, I64Attr:$axis,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `,` $mean `,` $variance `axis` $axis (`epsilon` $epsilon^)? attr-dict
    `:` type($x) `,` type($scale)
  }];
  let hasVerifier = 1;
}

#endif
