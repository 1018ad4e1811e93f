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
    flows.

    ```mlir
    %loss = composite.cross_entropy %x, %labels axis 1 : tensor<8x10xf32>, tensor<8xi64>
    ```
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
