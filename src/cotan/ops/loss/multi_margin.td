// Losses of scores of classes, the last axis of x, that ask for a margin.
#ifndef COTAN_OPS_MULTI_MARGIN
#define COTAN_OPS_MULTI_MARGIN

include "cotan/ir/composite/composite.td"

class Composite_ClassesLossOp<string mnemonic, dag operands, dag options = (ins)>
    : Composite_Op<mnemonic, [InfersType]> {
  let arguments = !con(operands, options,
      (ins DefaultValuedOptionalStrAttr<StrAttr, "mean">:$reduction));
  let results = (outs FloatTensor:$loss);
}

def MultiMarginLossOp : Composite_ClassesLossOp<"multi_margin_loss",
    (ins FloatTensor:$x, IntegerTensor:$labels, Optional<FloatTensor>:$weight),
    (ins DefaultValuedAttr<I64Attr, "1">:$p,
         DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$margin)> {
  let summary = "How far the right class's score is from being larger than all others by a margin.";
  let description = [{
    `sum(max(0, margin - x[label] + x[i])^p) / classes` over all classes i but the label, times
    `weight[label]` if there are weights, one for each class. The last axis of x counts the classes; the
    labels have the others, along which there is a loss each. `p` is 1 or 2. `reduction` is "mean" (the
    default), "sum" or "none". The loss of a label that is no class is 0.

    ```mlir
    %loss = composite.multi_margin_loss %x, %labels : tensor<8x10xf32>, tensor<8xi64>   // tensor<f32>
    ```
  }];
  let assemblyFormat = [{
    $x `,` $labels (`weight` $weight^ `:` type($weight))?
    (`reduction` $reduction^)? attr-dict `:` type($x) `,` type($labels)
  }];
  let hasVerifier = 1;
}
def : LayerFunction<MultiMarginLossOp> {
  let example = [{
    >>> ct.nn.multi_margin_loss(ct.array([[1.0, 0.5, 3.0, 0.0]]), ct.array([0]))
    Tensor(0.875, dtype=float32)
  }];
}

def MultilabelMarginLossOp : Composite_ClassesLossOp<"multilabel_margin_loss",
    (ins FloatTensor:$x, IntegerTensor:$labels)> {
  let summary = "How far the scores of all right classes are from being larger than the others by 1.";
  let description = [{
    `sum(max(0, 1 - x[j] + x[i])) / classes` over all right classes j and all others i. The last axis of x
    counts the classes; labels have the shape of x: those before the first negative one are right.
    `reduction` is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.multilabel_margin_loss %x, %labels : tensor<8x10xf32>, tensor<8x10xi64>   // tensor<f32>
    ```
  }];
  let assemblyFormat = "$x `,` $labels (`reduction` $reduction^)? attr-dict `:` type($x) `,` type($labels)";
}
def : LayerFunction<MultilabelMarginLossOp> {
  let example = [{
    >>> ct.nn.multilabel_margin_loss(ct.array([0.1, 0.2, 0.4, 0.8]), ct.array([3, 0, -1, 1]))
    Tensor(0.85..., dtype=float32)
  }];
}

def MultilabelSoftMarginLossOp : Composite_Op<"multilabel_soft_margin_loss",
    [InfersType, IsBroadcasting, SameTypeOperands]> {
  let summary = "The mean of binary_cross_entropy_with_logits over classes.";
  let description = [{
    `-(y log(sigmoid(x)) + (1 - y) log(sigmoid(-x)))`, times `weight` if it is given; the mean is along
    the last axis, of classes. `reduction` of what is left is "mean" (the default), "sum" or "none".

    ```mlir
    %loss = composite.multilabel_soft_margin_loss %x, %y : tensor<8x10xf32>   // tensor<f32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y, Optional<FloatTensor>:$weight,
      DefaultValuedOptionalStrAttr<StrAttr, "mean">:$reduction);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $y (`,` $weight^)? (`reduction` $reduction^)? attr-dict `:` type($x)";
}
def : LayerFunction<MultilabelSoftMarginLossOp> {
  let example = [{
    >>> ct.nn.multilabel_soft_margin_loss(ct.zeros((2, 3)), ct.ones((2, 3)))
    Tensor(0.6931472, dtype=float32)
  }];
}

#endif
