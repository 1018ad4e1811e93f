#ifndef COTAN_OPS_BINARY_CROSS_ENTROPY
#define COTAN_OPS_BINARY_CROSS_ENTROPY

include "cotan/ir/composite/composite.td"

def BinaryCrossEntropyOp : Composite_LossOp<"binary_cross_entropy",
    (ins FloatTensor:$x, FloatTensor:$y, Optional<FloatTensor>:$weight)> {
  let summary = "Minus the logarithm of the probability x gives to y, of two outcomes, or its mean.";
  let description = [{
    `-(y log(x) + (1 - y) log(1 - x))`, times `weight` if it is given. Logarithms are at least -100, so
    that the loss is finite; where they are, their slope is 0. `reduction` is "mean" (the default), "sum"
    or "none". Of logits, binary_cross_entropy_with_logits is more accurate.

    ```mlir
    %loss = composite.binary_cross_entropy %x, %y : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
  let assemblyFormat = "$x `,` $y (`,` $weight^)? (`reduction` $reduction^)? attr-dict `:` type($x)";
}
def : LayerFunction<BinaryCrossEntropyOp> {
  let example = [{
    >>> ct.nn.binary_cross_entropy(ct.array([0.5, 0.5]), ct.array([0.0, 1.0]))
    Tensor(0.6931472, dtype=float32)
  }];
}

def BinaryCrossEntropyWithLogitsOp : Composite_LossOp<"binary_cross_entropy_with_logits",
    (ins FloatTensor:$x, FloatTensor:$y, Optional<FloatTensor>:$weight,
         Optional<FloatTensor>:$pos_weight),
    (ins), [AttrSizedOperandSegments]> {
  let summary = "binary_cross_entropy of sigmoid(x), without overflow, or its mean.";
  let description = [{
    `(1 - y) x + (1 + (pos_weight - 1) y) log(1 + exp(-x))`, times `weight` if it is given;
    `pos_weight`, 1 if it is not given, is how much the outcomes 1 count. `reduction` is "mean" (the
    default), "sum" or "none".

    ```mlir
    %loss = composite.binary_cross_entropy_with_logits %x, %y : tensor<8x3xf32>   // tensor<f32>
    %more = composite.binary_cross_entropy_with_logits %x, %y weight %w pos_weight %p : tensor<8x3xf32>
    ```
  }];
  let assemblyFormat = [{
    $x `,` $y (`weight` $weight^)? (`pos_weight` $pos_weight^)?
    (`reduction` $reduction^)? attr-dict `:` type($x)
  }];
}
def : LayerFunction<BinaryCrossEntropyWithLogitsOp> {
  let example = [{
    >>> ct.nn.binary_cross_entropy_with_logits(ct.array([0.0, 0.0]), ct.array([0.0, 1.0]))
    Tensor(0.6931472, dtype=float32)
  }];
}

def SigmoidFocalLossOp : Composite_LossOp<"sigmoid_focal_loss", (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.25)">:$alpha,
         DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$gamma), [], "none"> {
  let summary = "binary_cross_entropy_with_logits, less of what is right already.";
  let description = [{
    The cross entropy times `(1 - p)^gamma`, where p is the probability given to y: `y s + (1 - y) (1 - s)`
    with `s = sigmoid(x)`; and, unless `alpha` is negative, times `alpha` for outcomes 1 and `1 - alpha`
    for 0. `reduction` is "none" (the default), "mean" or "sum". Source: Lin et al., 2017.

    ```mlir
    %losses = composite.sigmoid_focal_loss %x, %y : tensor<8x3xf32>   // tensor<8x3xf32>
    ```
  }];
}
def : LayerFunction<SigmoidFocalLossOp> {
  let example = [{
    >>> ct.nn.sigmoid_focal_loss(ct.array([0.0, 0.0]), ct.array([0.0, 1.0]))
    Tensor([0.1299..., 0.0433...], dtype=float32)
  }];
}

def DiceLossOp : Composite_LossOp<"dice_loss", (ins FloatTensor:$x, FloatTensor:$y),
    (ins DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-5)">:$epsilon)> {
  let summary = "How little two sets overlap, for each of a batch, or its mean.";
  let description = [{
    `1 - 2 sum(x y) / (sum(x) + sum(y) + epsilon)`; the sums are along all axes but the first, along which
    there is a loss each. x are probabilities, y 0 or 1. `reduction` is "mean" (the default), "sum" or
    "none". Source: Milletari et al., V-Net, 2016.

    ```mlir
    %loss = composite.dice_loss %x, %y : tensor<8x64x64xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<DiceLossOp> {
  let example = [{
    >>> ct.nn.dice_loss(ct.array([[1.0, 1.0, 0.0]]), ct.array([[1.0, 0.0, 0.0]]), epsilon=0.0)
    Tensor(0.3333..., dtype=float32)
  }];
}

#endif
