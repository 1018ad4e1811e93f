#ifndef COTAN_OPS_EXPONENTIAL
#define COTAN_OPS_EXPONENTIAL

include "cotan/ir/prim/prim.td"

def ExpOp : Prim_UnaryOp<"exp", [HasReproducibleForm, HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Exponential, elementwise.";
  let description = [{
    `y = e^x`. Machine code may give 0 for a result below the smallest normal number.

    ```mlir
    %y = prim.exp %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ExpOp> {
  let example = [{
    >>> ct.exp(ct.array([-1.5, 0.25, 2.5]))
    Tensor([ 0.2231...,  1.2840..., 12.1824...], dtype=float32)
  }];
}

def LogOp : Prim_UnaryOp<"log", [HasReproducibleForm, HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Natural logarithm, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0.

    ```mlir
    %y = prim.log %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<LogOp> {
  let example = [{
    >>> ct.log(ct.array([0.125, 0.25, 0.75]))
    Tensor([-2.0794..., -1.3862..., -0.2876...], dtype=float32)
  }];
}

def Log1pOp : Prim_UnaryOp<"log1p", [HasReproducibleForm, HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "log(1 + x), accurate near 0, elementwise.";
  let description = [{
    ```mlir
    %y = prim.log1p %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Log1pOp> {
  let example = [{
    >>> ct.log1p(ct.array([0.125, 0.25, 0.75]))
    Tensor([0.1177..., 0.2231..., 0.5596...], dtype=float32)
  }];
}

def Expm1Op : Prim_UnaryOp<"expm1", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "exp(x) - 1, accurate near 0, elementwise.";
  let description = [{
    ```mlir
    %y = prim.expm1 %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Expm1Op> {
  let example = [{
    >>> ct.expm1(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.7768...,  0.2840..., 11.1824...], dtype=float32)
  }];
}

def Exp2Op : Prim_UnaryOp<"exp2", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "2 to the power x, elementwise.";
  let description = [{
    Exact where x is whole. Machine code may give 0 for a result below the smallest normal number.

    ```mlir
    %y = prim.exp2 %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Exp2Op> {
  let example = [{
    >>> ct.exp2(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.3535..., 1.1892..., 5.6568...], dtype=float32)
  }];
}

def Log2Op : Prim_UnaryOp<"log2", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Logarithm to base 2, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0; exact for powers of 2.

    ```mlir
    %y = prim.log2 %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Log2Op> {
  let example = [{
    >>> ct.log2(ct.array([0.125, 0.25, 0.75]))
    Tensor([-3.       , -2.       , -0.4150...], dtype=float32)
  }];
}

def Log10Op : Prim_UnaryOp<"log10", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Logarithm to base 10, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0; exact for powers of 10.

    ```mlir
    %y = prim.log10 %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<Log10Op> {
  let example = [{
    >>> ct.log10(ct.array([0.125, 0.25, 0.75]))
    Tensor([-0.9030..., -0.6020..., -0.1249...], dtype=float32)
  }];
}

#endif
