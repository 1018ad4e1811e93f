#ifndef COTAN_OPS_LOGIT
#define COTAN_OPS_LOGIT

include "cotan/ir/composite/composite.td"

def LogitOp : Composite_UnaryOp<"logit", [IsElementwise, HasVjp]> {
  let summary = "The inverse of the logistic function, elementwise.";
  let description = [{
    `y = log(x / (1 - x))`, accurate near 1/2 too. Infinite at 0 and 1, NaN outside.

    ```mlir
    %y = composite.logit %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<LogitOp> {
  let example = [{
    >>> ct.nn.logit(ct.array([0.0, 0.25, 0.5]))
    Tensor([      -inf, -1.0986123,  0.       ], dtype=float32)
  }];
}

def Log1mexpOp : Composite_UnaryOp<"log1mexp", [IsElementwise, HasVjp]> {
  let summary = "log(1 - exp(-x)), elementwise.";
  let description = [{
    Accurate for small and large x. Minus infinity at 0, NaN below. Source: Mächler, Accurately
    Computing log(1 - exp(-|a|)), 2012.

    ```mlir
    %y = composite.log1mexp %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<Log1mexpOp> {
  let example = [{
    >>> ct.nn.log1mexp(ct.array([0.0, 0.5, 30.0]))
    Tensor([... -inf, -9.327...e-01, -9.357...e-14], dtype=float32)
  }];
}

#endif
