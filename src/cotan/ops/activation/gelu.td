#ifndef COTAN_OPS_GELU
#define COTAN_OPS_GELU

include "cotan/ir/composite/composite.td"

def GeluOp : Composite_UnaryOp<"gelu", [IsElementwise, HasVjp]> {
  let summary = "x times the probability that a normal number is less, elementwise.";
  let description = [{
    `y = x * (1 + erf(x / sqrt(2))) / 2`. With `approximate = "tanh"`,
    `y = x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2`; `"none"` is the default. NaN at
    minus infinity.

    ```mlir
    %y = composite.gelu %x : tensor<4xf32>
    %z = composite.gelu %x {approximate = "tanh"} : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, DefaultValuedStrAttr<StrAttr, "none">:$approximate);
  let hasVerifier = 1;
}

def QuickGeluOp : Composite_UnaryOp<"quick_gelu", [IsElementwise]> {
  let summary = "gelu approximated by a logistic function, elementwise.";
  let description = [{
    `y = x / (1 + exp(-1.702 x))`. NaN at minus infinity. Source: Hendrycks and Gimpel, 2016.

    ```mlir
    %y = composite.quick_gelu %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<QuickGeluOp> {
  let example = [{
    >>> ct.nn.quick_gelu(ct.array([-1.0, 0.0, 2.0]))
    Tensor([-0.1542..., 0. , 1.9356...], dtype=float32)
  }];
}

#endif
