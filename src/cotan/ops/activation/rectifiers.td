#ifndef COTAN_OPS_RECTIFIERS
#define COTAN_OPS_RECTIFIERS

include "cotan/ir/composite/composite.td"

def ReluOp : Composite_UnaryOp<"relu", [IsElementwise, HasVjp]> {
  let summary = "Keeps positive elements, replaces the rest by zero.";
  let description = [{
    `y = max(x, 0)`, elementwise; NaN stays NaN. The slope at 0 is 0 by choice.

    ```mlir
    %y = composite.relu %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ReluOp> {
  let module = "nn";
  let example = [{
    >>> ct.nn.relu(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.  , 0.25, 2.5 ], dtype=float32)
  }];
}

def Relu6Op : Composite_UnaryOp<"relu6", [IsElementwise, HasVjp]> {
  let summary = "Cuts elements off below 0 and above 6.";
  let description = [{
    `y = min(max(x, 0), 6)`, elementwise; NaN stays NaN. The slope at 0 and at 6 is 0 by choice.

    ```mlir
    %y = composite.relu6 %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Relu6Op> {
  let module = "nn";
  let example = [{
    >>> ct.nn.relu6(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.  , 0.25, 2.5 ], dtype=float32)
  }];
}

def LeakyReluOp : Composite_UnaryOp<"leaky_relu", [IsElementwise]> {
  let summary = "Keeps positive elements, scales the rest down.";
  let description = [{
    `y = x` where x is at least 0, else `slope * x`, elementwise. The slope at 0 is 1, as in JAX.

    ```mlir
    %y = composite.leaky_relu %x slope 0.2 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.01)">:$slope);
  let assemblyFormat = "$x (`slope` $slope^)? attr-dict `:` type($x)";
}

def EluOp : Composite_UnaryOp<"elu", [IsElementwise]> {
  let summary = "Keeps positive elements, bends the rest towards -alpha.";
  let description = [{
    `y = x` where x is above 0, else `alpha * (exp(x) - 1)`, elementwise.

    ```mlir
    %y = composite.elu %x alpha 0.5 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$alpha);
  let assemblyFormat = "$x (`alpha` $alpha^)? attr-dict `:` type($x)";
}

#endif
