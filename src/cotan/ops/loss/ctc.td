#ifndef COTAN_OPS_CTC
#define COTAN_OPS_CTC

include "cotan/ir/composite/composite.td"

def CtcLossOp : Composite_Op<"ctc_loss", [HasLoops, InfersType]> {
  let summary = "Minus the logarithm of the probability of labels in a sequence, wherever they stand.";
  let description = [{
    Connectionist temporal classification: `log_probs` (time, ..., classes) holds logarithms of probabilities, as
    `composite.log_softmax` gives them, `targets` (..., labels) the labels of each sequence of the batch. What
    gives the labels when repetitions and then blanks are left out of it, has their probability. Of each sequence
    the first `input_lengths` entries count, and the first `target_lengths` labels; lengths have the shape of the
    batch, and one beyond the end stands for the end. `blank` is the class of blanks, 0 by default.

    `reduction` is "mean" (the default: each loss is divided by the number of its labels, at least 1, and their mean
    taken), "sum" or "none". Labels that do not fit into a sequence have an infinite loss, or with
    `zero_infinity` the loss 0; no derivative flows to what is impossible. Computed in logarithms, f16 and bf16 in
    f32. Source: Graves et al., 2006.

    ```mlir
    %loss = composite.ctc_loss %x, %targets, %n, %m reduction "none"
        : tensor<9x8x5xf32>, tensor<8x3xi64>, tensor<8xi64>, tensor<8xi64>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$log_probs, IntegerTensor:$targets, IntegerTensor:$input_lengths,
                       IntegerTensor:$target_lengths, DefaultValuedOptionalAttr<I64Attr, "0">:$blank,
                       DefaultValuedOptionalStrAttr<StrAttr, "mean">:$reduction, UnitAttr:$zero_infinity);
  let results = (outs FloatTensor:$loss);
  let assemblyFormat = [{
    $log_probs `,` $targets `,` $input_lengths `,` $target_lengths (`blank` $blank^)?
    (`reduction` $reduction^)? (`zero_infinity` $zero_infinity^)? attr-dict `:` type(operands)
  }];
}
def : LayerFunction<CtcLossOp> {
  let example = [{
    >>> uniform = ct.log(ct.full((2, 1, 2), 0.5))
    >>> ct.nn.ctc_loss(uniform, ct.array([[1]]), ct.array([2]), ct.array([1])).round(4)
    Tensor(0.2877, dtype=float32)
  }];
}

#endif
