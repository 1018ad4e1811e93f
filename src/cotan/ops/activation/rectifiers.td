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
def : LayerFunction<ReluOp> {
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
def : LayerFunction<Relu6Op> {
  let example = [{
    >>> ct.nn.relu6(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.  , 0.25, 2.5 ], dtype=float32)
  }];
}

def SquaredReluOp : Composite_UnaryOp<"squared_relu", [IsElementwise]> {
  let summary = "Squares positive elements, replaces the rest by zero.";
  let description = [{
    `y = max(x, 0)^2`, elementwise. Source: So et al., Primer, 2021.

    ```mlir
    %y = composite.squared_relu %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SquaredReluOp> {
  let example = [{
    >>> ct.nn.squared_relu(ct.array([-1.5, 0.5, 2.0]))
    Tensor([0.  , 0.25, 4.  ], dtype=float32)
  }];
}

def LeakyReluOp : Composite_UnaryOp<"leaky_relu", [IsElementwise]> {
  let summary = "Keeps positive elements, scales the rest down.";
  let description = [{
    `y = x` where x is at least 0, else `negative_slope * x`, elementwise. The slope at 0 is 1, as in
    JAX.

    ```mlir
    %y = composite.leaky_relu %x slope 0.2 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.01)">:$negative_slope);
  let assemblyFormat = "$x (`slope` $negative_slope^)? attr-dict `:` type($x)";
}
def : LayerFunction<LeakyReluOp> {
  let example = [{
    >>> ct.nn.leaky_relu(ct.array([-1.0, 2.0]), negative_slope=0.5)
    Tensor([-0.5,  2. ], dtype=float32)
  }];
}

def PreluOp : Composite_BinaryOp<"prelu"> {
  let summary = "Keeps positive elements, scales the rest by a slope that is learnt.";
  let description = [{
    `z = x` where x is at least 0, else `weight * x`, elementwise; the slope at 0 is 1. Give `weight`
    the sizes of the axes that it differs along, and 1 for the others: (channels,) where channels come
    last, (channels, 1, 1) where two axes come behind them. Source: He et al., 2015.

    ```mlir
    %z = composite.prelu %x, %weight : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$weight);
}
def : LayerFunction<PreluOp> {
  let example = [{
    >>> ct.nn.prelu(ct.array([[-1.0, -2.0], [3.0, 4.0]]), ct.array([0.5, 0.25]))
    Tensor([[-0.5, -0.5],
            [ 3. ,  4. ]], dtype=float32)
  }];
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
def : LayerFunction<EluOp> {
  let example = [{
    >>> ct.nn.elu(ct.array([-1.0, 2.0]))
    Tensor([-0.63212055,  2.        ], dtype=float32)
  }];
}

def CeluOp : Composite_BinaryOp<"celu"> {
  let summary = "As elu, but the slope is 1 on both sides of 0.";
  let description = [{
    `z = x` where x is above 0, else `alpha * (exp(x / alpha) - 1)`, elementwise. Source: Barron, 2017.

    ```mlir
    %z = composite.celu %x, %alpha : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$alpha);
}
def : LayerFunction<CeluOp> {
  let defaults = (with "1.0":$alpha);
  let example = [{
    >>> ct.nn.celu(ct.array([-1.0, 2.0]), alpha=0.5)
    Tensor([-0.43233237,  2.        ], dtype=float32)
  }];
}

def SeluOp : Composite_UnaryOp<"selu", [IsElementwise]> {
  let summary = "elu scaled so that layers keep mean 0 and variance 1.";
  let description = [{
    `y = 1.0507... * elu(x)` with `alpha = 1.6732...`, elementwise. Source: Klambauer et al., 2017.

    ```mlir
    %y = composite.selu %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SeluOp> {
  let example = [{
    >>> ct.nn.selu(ct.array([-1.0, 2.0]))
    Tensor([-1.1113307,  2.101402 ], dtype=float32)
  }];
}

def ThresholdOp : Composite_UnaryOp<"threshold", [IsElementwise]> {
  let summary = "Keeps elements above a threshold, replaces the rest.";
  let description = [{
    `y = x` where x is above `threshold`, else `value`, elementwise. The slope at the threshold is 0.

    ```mlir
    %y = composite.threshold %x at 0.5 else 0.0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, F64Attr:$threshold, F64Attr:$value);
  let assemblyFormat = "$x `at` $threshold `else` $value attr-dict `:` type($x)";
}
def : LayerFunction<ThresholdOp> {
  let example = [{
    >>> ct.nn.threshold(ct.array([0.0, 1.0, 2.0]), 1.0, -3.0)
    Tensor([-3., -3.,  2.], dtype=float32)
  }];
}

#endif
