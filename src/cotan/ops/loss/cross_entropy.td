#ifndef COTAN_OPS_CROSS_ENTROPY
#define COTAN_OPS_CROSS_ENTROPY

include "cotan/ir/composite/composite.td"

/// One loss per label, from one number per class.
class Composite_LabelLossOp<string mnemonic, list<Trait> traits = []>
    : Composite_Op<mnemonic, !listconcat([InfersType, HasBatch], traits)> {
  let arguments = (ins FloatTensor:$x, IntegerTensor:$labels, I64Attr:$axis);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $labels `axis` $axis attr-dict `:` type($x) `,` type($labels)";
}

def CrossEntropyOp : Composite_LabelLossOp<"cross_entropy", [HasVjp]> {
  let summary = "Minus the logarithm of the probability that logits give to a label.";
  let description = [{
    `x` holds logits, one per class along `axis`; `labels` has the other axes of x and counts
    classes from 0. The loss is `-log_softmax(x)[label]`, one per label: take `composite.mean` of it
    for the usual loss. A label that is no class is left out: its loss is 0, and no derivative
    flows. With `label_smoothing` s, 0 by default, labels have the probability 1 - s, and s is shared
    by all classes (Szegedy et al., 2016).

    ```mlir
    %loss = composite.cross_entropy %x, %labels axis 1 : tensor<8x10xf32>, tensor<8xi64>
    ```
  }];
  let arguments = (ins FloatTensor:$x, IntegerTensor:$labels, I64Attr:$axis,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.0)">:$label_smoothing);
  let hasVerifier = 1;
}

def SoftmaxCrossEntropyOp : Composite_Op<"softmax_cross_entropy",
    [InfersType, HasVjp, HasBatch, IsBroadcasting, SameTypeOperands]> {
  let summary = "The cross entropy of probabilities y and those that logits x give, along an axis.";
  let description = [{
    `-sum(y log_softmax(x))`, without overflow: a loss for each line along `axis`.

    ```mlir
    %loss = composite.softmax_cross_entropy %x, %y axis 1 : tensor<8x10xf32>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y, I64Attr:$axis);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = "$x `,` $y `axis` $axis attr-dict `:` type($x)";
}
def : LayerFunction<SoftmaxCrossEntropyOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.softmax_cross_entropy(ct.zeros((1, 2)), ct.array([[0.5, 0.5]]))
    Tensor([0.6931472], dtype=float32)
  }];
}

def NllLossOp : Composite_LabelLossOp<"nll_loss"> {
  let summary = "Minus the logarithmic probability of a label.";
  let description = [{
    `x` holds logarithms of probabilities, one per class along `axis`; `labels` has the other axes
    of x and counts classes from 0. The loss is `-x[label]`, one per label. A label that is no class
    is left out: its loss is 0, and no derivative flows.

    ```mlir
    %loss = composite.nll_loss %x, %labels axis 1 : tensor<8x10xf32>, tensor<8xi64>
    ```
  }];
}

#endif
