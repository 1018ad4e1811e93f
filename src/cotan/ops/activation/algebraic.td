// Activations without exponentials.
#ifndef COTAN_OPS_ALGEBRAIC
#define COTAN_OPS_ALGEBRAIC

include "cotan/ir/composite/composite.td"

def HardTanhOp : Composite_UnaryOp<"hard_tanh", [IsElementwise]> {
  let summary = "Cuts elements off below -1 and above 1.";
  let description = [{
    `y = min(max(x, -1), 1)`, elementwise; NaN stays NaN. The slope at -1 and at 1 is 1, as in JAX.

    ```mlir
    %y = composite.hard_tanh %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<HardTanhOp> {
  let aliases = ["hardtanh"];
  let example = [{
    >>> ct.nn.hard_tanh(ct.array([-3.0, 0.5]))
    Tensor([-1. ,  0.5], dtype=float32)
  }];
}

def HardSigmoidOp : Composite_UnaryOp<"hard_sigmoid", [IsElementwise]> {
  let summary = "A line from 0 to 1 like the logistic function, elementwise.";
  let description = [{
    `y = relu6(x + 3) / 6`.

    ```mlir
    %y = composite.hard_sigmoid %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<HardSigmoidOp> {
  let aliases = ["hardsigmoid"];
  let example = [{
    >>> ct.nn.hard_sigmoid(ct.array([-3.0, 1.5]))
    Tensor([0.  , 0.75], dtype=float32)
  }];
}

def HardSiluOp : Composite_UnaryOp<"hard_silu", [IsElementwise]> {
  let summary = "x times its hard sigmoid, elementwise; also called hard_swish.";
  let description = [{
    `y = x * relu6(x + 3) / 6`. Source: Howard et al., MobileNetV3, 2019.

    ```mlir
    %y = composite.hard_silu %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<HardSiluOp> {
  let aliases = ["hard_swish", "hardswish"];
  let example = [{
    >>> ct.nn.hard_silu(ct.array([-3.0, 1.5]))
    Tensor([-0.   ,  1.125], dtype=float32)
  }];
}

def SoftSignOp : Composite_UnaryOp<"soft_sign", [IsElementwise, HasVjp]> {
  let summary = "x divided by one more than its size, elementwise.";
  let description = [{
    `y = x / (1 + |x|)`. NaN at infinities, as in JAX.

    ```mlir
    %y = composite.soft_sign %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SoftSignOp> {
  let aliases = ["softsign"];
  let example = [{
    >>> ct.nn.soft_sign(ct.array([-3.0, 1.0]))
    Tensor([-0.75,  0.5 ], dtype=float32)
  }];
}

def SquareplusOp : Composite_BinaryOp<"squareplus"> {
  let summary = "A smooth relu without exponentials, elementwise.";
  let description = [{
    `z = (x + sqrt(x^2 + b)) / 2`, without overflow and without loss where x is negative; b is
    positive. Source: Barron, 2021.

    ```mlir
    %z = composite.squareplus %x, %b : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$b);
}
def : LayerFunction<SquareplusOp> {
  let defaults = (with "4.0":$b);
  let example = [{
    >>> ct.nn.squareplus(ct.array([0.0, 1.5]))
    Tensor([1., 2.], dtype=float32)
  }];
}

def SparsePlusOp : Composite_UnaryOp<"sparse_plus", [IsElementwise]> {
  let summary = "0 up to -1, x from 1 on, a parabola between, elementwise.";
  let description = [{
    `y = 0` where x is at most -1, x where it is at least 1, else `(x + 1)^2 / 4`.

    ```mlir
    %y = composite.sparse_plus %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SparsePlusOp> {
  let example = [{
    >>> ct.nn.sparse_plus(ct.array([-2.0, 0.0, 2.0]))
    Tensor([0.  , 0.25, 2.  ], dtype=float32)
  }];
}

def SparseSigmoidOp : Composite_UnaryOp<"sparse_sigmoid", [IsElementwise]> {
  let summary = "The slope of sparse_plus: a line from 0 at -1 to 1 at 1, elementwise.";
  let description = [{
    `y = min(max(x + 1, 0), 2) / 2`. The slope at -1 and 1 is 0.

    ```mlir
    %y = composite.sparse_sigmoid %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SparseSigmoidOp> {
  let example = [{
    >>> ct.nn.sparse_sigmoid(ct.array([-2.0, 0.5, 2.0]))
    Tensor([0.  , 0.75, 1.  ], dtype=float32)
  }];
}

#endif
