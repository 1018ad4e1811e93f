#ifndef COTAN_OPS_KL_DIV
#define COTAN_OPS_KL_DIV

include "cotan/ir/composite/composite.td"

def KlDivOp : Composite_LossOp<"kl_div", (ins FloatTensor:$x, FloatTensor:$y),
    (ins UnitAttr:$log_target)> {
  let summary = "The divergence of Kullback and Leibler from probabilities y to those with logarithms x.";
  let description = [{
    `y (log(y) - x)`, 0 where y is 0; with `log_target`, y are logarithms too: `exp(y) (y - x)`.
    `reduction` is "mean" (the default, over all elements), "batchmean" (the sum divided by the size of
    the first axis, the divergence as it is defined), "sum" or "none".

    ```mlir
    %loss = composite.kl_div %x, %y reduction "batchmean" : tensor<8x3xf32>   // tensor<f32>
    ```
  }];
}
def : LayerFunction<KlDivOp> {
  let example = [{
    >>> x, y = ct.log(ct.array([[0.5, 0.5]])), ct.array([[1.0, 0.0]])
    >>> ct.nn.kl_div(x, y, reduction="batchmean")
    Tensor(0.6931472, dtype=float32)
  }];
}

#endif
