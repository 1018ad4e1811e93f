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

#endif
