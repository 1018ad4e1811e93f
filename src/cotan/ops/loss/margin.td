// Losses that ask for a margin between two sides.
#ifndef COTAN_OPS_MARGIN
#define COTAN_OPS_MARGIN

include "cotan/ir/composite/composite.td"

def HingeLossOp : Composite_LossOp<"hinge_loss"> {
  let summary = "How far scores are from the right side of a margin, or its mean.";
  let description = [{
    `max(0, 1 - x y)`; the labels y are 1 or -1. `reduction` is "mean" (the default), "sum" or "none". The
    slope at the margin is 0.

    ```mlir
    %loss = composite.hinge_loss %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<HingeLossOp> {
  let example = [{
    >>> ct.nn.hinge_loss(ct.array([0.5, 2.0]), ct.array([-1.0, 1.0]))
    Tensor(0.75, dtype=float32)
  }];
}

def SquaredHingeLossOp : Composite_LossOp<"squared_hinge_loss"> {
  let summary = "The square of hinge_loss, or its mean.";
  let description = [{
    `max(0, 1 - x y)^2`; the labels y are 1 or -1. `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.squared_hinge_loss %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<SquaredHingeLossOp> {
  let example = [{
    >>> ct.nn.squared_hinge_loss(ct.array([0.5, 2.0]), ct.array([-1.0, 1.0]))
    Tensor(1.125, dtype=float32)
  }];
}

def HingeEmbeddingLossOp : Composite_LossOp<"hinge_embedding_loss",
    (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$margin)> {
  let summary = "Distances x of what is alike, and how much others lack to a margin, or the mean.";
  let description = [{
    `x` where y is 1, `max(0, margin - x)` where y is -1. Where y is neither, both are added, as in PyTorch.
    `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.hinge_embedding_loss %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<HingeEmbeddingLossOp> {
  let example = [{
    >>> ct.nn.hinge_embedding_loss(ct.array([0.5, 0.25]), ct.array([1.0, -1.0]))
    Tensor(0.625, dtype=float32)
  }];
}

def SoftMarginLossOp : Composite_LossOp<"soft_margin_loss"> {
  let summary = "Minus the logarithm of the probability of labels 1 and -1, or its mean.";
  let description = [{
    `log(1 + exp(-x y))`, without overflow; the labels y are 1 or -1. `reduction` is "mean" (the default),
    "sum" or "none".

    ```mlir
    %loss = composite.soft_margin_loss %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<SoftMarginLossOp> {
  let example = [{
    >>> ct.nn.soft_margin_loss(ct.array([0.0, 0.0]), ct.array([1.0, -1.0]))
    Tensor(0.6931472, dtype=float32)
  }];
}

def MarginRankingLossOp : Composite_LossOp<"margin_ranking_loss",
    (ins FloatTensor:$x, FloatTensor:$other, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.0)">:$margin)> {
  let summary = "How far two scores are from being in the right order, or its mean.";
  let description = [{
    `max(0, margin - y (x - other))`; y is 1 where x should be larger, -1 where it should be smaller.
    `reduction` is "mean" (the default), "sum" or "none". The slope at the margin is 0.

    ```mlir
    %loss = composite.margin_ranking_loss %x, %other, %y : tensor<8xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<MarginRankingLossOp> {
  let example = [{
    >>> ct.nn.margin_ranking_loss(ct.array([1.0, 2.0]), ct.array([3.0, 0.0]), 1.0)
    Tensor(1., dtype=float32)
  }];
}

#endif
