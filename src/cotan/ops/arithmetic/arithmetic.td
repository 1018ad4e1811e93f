#ifndef COTAN_OPS_ARITHMETIC
#define COTAN_OPS_ARITHMETIC

include "cotan/ir/prim/prim.td"

def AddOp : Prim_BinaryOp<"add", [Commutative, IsLinear, HasVjp]> {
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

def SubOp : Prim_BinaryOp<"sub", [IsLinear, HasVjp]> {
  let summary = "Difference of two tensors, elementwise.";
  let description = [{
    `z = x - y`. Integers wrap around.

    ```mlir
    %z = prim.sub %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def MulOp : Prim_BinaryOp<"mul", [Commutative, IsMultilinear, HasVjp]> {
  let summary = "Product of two tensors, elementwise.";
  let description = [{
    `z = x * y`. Integers wrap around.

    ```mlir
    %z = prim.mul %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def DivOp : Prim_BinaryOp<"div", [HasVjp, HasTaylor]> {
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

def NegOp : Prim_UnaryOp<"neg", [IsLinear, HasVjp], NumberTensor> {
  let summary = "Negative, elementwise.";
  let description = [{
    `y = -x`. Integers wrap around.

    ```mlir
    %y = prim.neg %x : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}

#endif
