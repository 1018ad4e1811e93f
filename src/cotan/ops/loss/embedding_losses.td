// Losses of vectors, the last axis, that should be near each other or not.
#ifndef COTAN_OPS_EMBEDDING_LOSSES
#define COTAN_OPS_EMBEDDING_LOSSES

include "cotan/ir/composite/composite.td"

def CosineEmbeddingLossOp
    : Composite_Op<"cosine_embedding_loss", [InfersType, AllTypesMatch<["x", "other"]>]> {
  let summary = "How far the cosine of two vectors is from what it should be, or the mean.";
  let description = [{
    `1 - cos` where y is 1, `max(0, cos - margin)` where it is -1, 0 where it is neither; cos is
    `sum(x other) / sqrt((sum(x^2) + 1e-12) (sum(other^2) + 1e-12))` along the last axis, which y lacks.
    `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.cosine_embedding_loss %x, %other, %y : tensor<8x3xf32>, tensor<8xf32>   // tensor<f32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$other, FloatTensor:$y,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.0)">:$margin,
                       DefaultValuedOptionalStrAttr<StrAttr, "mean">:$reduction);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $other `,` $y (`reduction` $reduction^)? attr-dict `:` type($x) `,` type($y)";
}

def TripletMarginLossOp : Composite_LossOp<"triplet_margin_loss",
    (ins FloatTensor:$x, FloatTensor:$positive, FloatTensor:$negative),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$margin,
         DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$p,
         DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-6)">:$epsilon, UnitAttr:$swap)> {
  let summary = "How far x is from being nearer to the positive than to the negative by a margin, or the mean.";
  let description = [{
    `max(0, d(x, positive) - d(x, negative) + margin)`, where d are pairwise distances of order `p` along the
    last axis, to which `epsilon` is added; with `swap`, d(positive, negative) stands for d(x, negative)
    where it is smaller. `reduction` is "mean" (the default), "sum" or "none". Source: Balntas et al., 2016.

    ```mlir
    %loss = composite.triplet_margin_loss %x, %positive, %negative : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<TripletMarginLossOp> {
  let example = [{
    >>> ct.nn.triplet_margin_loss(ct.array([0.0, 0.0]), ct.array([1.0, 0.0]), ct.array([0.0, 1.5]), epsilon=0.0)
    Tensor(0.5, dtype=float32)
  }];
}
def : LayerFunction<CosineEmbeddingLossOp> {
  let example = [{
    >>> ct.nn.cosine_embedding_loss(ct.array([[3.0, 4.0]]), ct.array([[1.0, 0.0]]), ct.array([1.0])).round(4)
    Tensor(0.4, dtype=float32)
  }];
}

#endif
