#ifndef COTAN_OPS_ARITHMETIC
#define COTAN_OPS_ARITHMETIC

include "cotan/ir/prim/prim.td"

def AddOp : Prim_BinaryOp<"add", [Commutative, IsLinear, HasVjp, Accumulates], AnyNumberTensor> {
  let summary = "Sum of two tensors, elementwise.";
  let description = [{
    `z = x + y`. Integers wrap around.

    ```mlir
    %z = prim.add %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}
def : ArrayFunction<AddOp> {
  let onTruthValues = "bitwise_or(x, y)";
  let example = [{
    >>> ct.add(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([4., 8., 2.], dtype=float32)
  }];
}

def SubOp : Prim_BinaryOp<"sub", [IsLinear, HasVjp, Accumulates], AnyNumberTensor> {
  let summary = "Difference of two tensors, elementwise.";
  let description = [{
    `z = x - y`. Integers wrap around.

    ```mlir
    %z = prim.sub %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<SubOp, "subtract"> {
  let example = [{
    >>> ct.subtract(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([-1.,  0.,  3.], dtype=float32)
  }];
}

def MulOp : Prim_BinaryOp<"mul", [Commutative, IsMultilinear, HasVjp], AnyNumberTensor> {
  let summary = "Product of two tensors, elementwise.";
  let description = [{
    `z = x * y`. Integers wrap around.

    ```mlir
    %z = prim.mul %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<MulOp, "multiply"> {
  let onTruthValues = "bitwise_and(x, y)";
  let example = [{
    >>> ct.multiply(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ 3.75, 16.  , -1.25], dtype=float32)
  }];
}

def MulNoNanOp : Prim_BinaryOp<"mul_no_nan", [IsMultilinear, HasVjp], FloatOrComplexTensor> {
  let summary = "Product of two tensors, 0 where the second is 0, elementwise.";
  let description = [{
    `z = x * y`, but 0 where y is 0, even if x is infinite or NaN, as TensorFlow's
    `multiply_no_nan`. Derivative rules are written with it: where a function does not depend on an
    operand, its slope is 0, though a factor of it may be infinite. A choice by `prim.where` would
    be differentiated as if the slope were 0 nearby, too.

    ```mlir
    %z = prim.mul_no_nan %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def DivOp : Prim_BinaryOp<"div", [HasVjp, HasTaylor, SplitsParts], AnyNumberTensor> {
  let summary = "Quotient of two tensors, elementwise.";
  let description = [{
    `z = x / y`. Integers round towards zero; division by zero gives -1 (all bits set), and the
    smallest integer divided by -1 gives itself, as in XLA.

    ```mlir
    %z = prim.div %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<DivOp, "divide"> {
  let accepts = "inexact"; // of integers, too, as in Python
  let example = [{
    >>> ct.divide(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ 0.6,  1. , -5. ], dtype=float32)
  }];
}

def NegOp : Prim_UnaryOp<"neg", [IsLinear, HasVjp], AnyNumberTensor> {
  let summary = "Negative, elementwise.";
  let description = [{
    `y = -x`. Integers wrap around.

    ```mlir
    %y = prim.neg %x : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}
def : ArrayFunction<NegOp, "negative"> {
  let example = [{
    >>> ct.negative(ct.array([-1.5, 0.25, 2.5]))
    Tensor([ 1.5 , -0.25, -2.5 ], dtype=float32)
  }];
}

#endif
