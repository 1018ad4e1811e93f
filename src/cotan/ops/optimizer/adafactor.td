#ifndef COTAN_OPS_ADAFACTOR
#define COTAN_OPS_ADAFACTOR

include "cotan/ir/composite/update.td"

def AdafactorUpdateOp : Composite_UpdateOp<"adafactor_update", (ins FloatTensor:$rows, FloatTensor:$columns), Composite_RateAndStep,
    (ins Composite_Number<"-0.8">:$rate_decay,
         Composite_Number<"1e-3">:$least_scale,
         Composite_Number<"1.0">:$cut,
         Composite_Number<"0.0">:$weight_decay),
    (outs FloatTensor:$next_rows, FloatTensor:$next_columns)> {
  let summary = "One step of Adafactor, of matrices: the next x and means of squares of rows and columns.";
  let description = [{
    The last two axes of x are those of matrices; `rows` and `columns` lack the last and the last but one. With
    `t = step^rate_decay`, `r = (1 - t) rows + t mean(g^2)` along the last axis, c the same along the last but one,
    `d = g / sqrt(max(r c / max(mean(r), e), e^2))`, e the distance of 1 to the next number, and
    `d' = d / max(1, rms(d) / cut)`, x becomes
    `x - learning_rate weight_decay x - max(least_scale, rms(x)) min(learning_rate, 1 / sqrt(step)) d'`. The steps count
    from 1. As in PyTorch. Source: Shazeer and Stern, 2018.
    
    ```mlir
    %x2, %r2, %c2 = composite.adafactor_update %x, %g, %r, %c, %rate, %step : tensor<8x3xf32>, tensor<8x3xf32>,
        tensor<8xf32>, tensor<3xf32>, tensor<f32>, tensor<i64>
    ```
  }];
}
def : LayerFunction<AdafactorUpdateOp> {
  let example = [{
    >>> x, g = ct.ones((2, 2)), ct.ones((2, 2))
    >>> ct.nn.adafactor_update(x, g, ct.zeros(2), ct.zeros(2), 0.5, 1)[0].round(4)
    Tensor([[0.5, 0.5],
            [0.5, 0.5]], dtype=float32)
  }];
}

#endif
