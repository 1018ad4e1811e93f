#ifndef COTAN_OPS_SIGMOID
#define COTAN_OPS_SIGMOID

include "cotan/ir/composite/composite.td"

def SigmoidOp : Composite_UnaryOp<"sigmoid", [IsElementwise, HasVjp]> {
  let summary = "Logistic function, elementwise.";
  let description = [{
    `y = 1 / (1 + exp(-x))`, accurate for large negative x too.

    ```mlir
    %y = composite.sigmoid %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SigmoidOp> {
  let onComplexNumbers = "0.5 * (tanh(0.5 * x) + 1.0)";
  let example = [{
    >>> ct.nn.sigmoid(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.1824..., 0.5621..., 0.9241...], dtype=float32)
  }];
}

def LogSigmoidOp : Composite_UnaryOp<"log_sigmoid", [IsElementwise, HasVjp]> {
  let summary = "Logarithm of the logistic function, elementwise.";
  let description = [{
    `y = -log(1 + exp(-x))`, without overflow.

    ```mlir
    %y = composite.log_sigmoid %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<LogSigmoidOp> {
  let onComplexNumbers = "-softplus(-x)";
  let example = [{
    >>> ct.nn.log_sigmoid(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-1.7014..., -0.5759..., -0.0788...], dtype=float32)
  }];
}

def SoftplusOp : Composite_UnaryOp<"softplus", [IsElementwise, HasVjp]> {
  let summary = "Smooth version of relu, elementwise.";
  let description = [{
    `y = log(1 + exp(x))`, without overflow.

    ```mlir
    %y = composite.softplus %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SoftplusOp> {
  let onComplexNumbers = "logaddexp(x, 0.0)";
  let example = [{
    >>> ct.nn.softplus(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.2014..., 0.8259..., 2.5788...], dtype=float32)
  }];
}

def SiluOp : Composite_UnaryOp<"silu", [IsElementwise, HasVjp]> {
  let summary = "x times its logistic function, elementwise; also called swish.";
  let description = [{
    `y = x / (1 + exp(-x))`. NaN at minus infinity, as in JAX.

    ```mlir
    %y = composite.silu %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SiluOp> {
  let onComplexNumbers = "x * sigmoid(x)";
  let aliases = ["swish"];
  let example = [{
    >>> ct.nn.silu(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.2736...,  0.1405...,  2.3103...], dtype=float32)
  }];
}

def MishOp : Composite_UnaryOp<"mish", [IsElementwise]> {
  let summary = "x times tanh of its softplus, elementwise.";
  let description = [{
    `y = x * tanh(log(1 + exp(x)))`. NaN at minus infinity.

    ```mlir
    %y = composite.mish %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<MishOp> {
  let example = [{
    >>> ct.nn.mish(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.2980...,  0.1695...,  2.4713...], dtype=float32)
  }];
}

#endif
