#ifndef COTAN_OPS_EXPONENTIAL
#define COTAN_OPS_EXPONENTIAL

include "cotan/ir/prim/prim.td"

def ExpOp : Prim_UnaryOp<"exp", [HasVjp]> {
  let summary = "Exponential, elementwise.";
  let description = [{
    `y = e^x`. Machine code may give 0 for a result below the smallest normal number.

    ```mlir
    %y = prim.exp %x : tensor<4xf32>
    ```
  }];
}

def LogOp : Prim_UnaryOp<"log", [HasVjp]> {
  let summary = "Natural logarithm, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0.

    ```mlir
    %y = prim.log %x : tensor<4xf32>
    ```
  }];
}

def Log1pOp : Prim_UnaryOp<"log1p", [HasVjp]> {
  let summary = "log(1 + x), accurate near 0, elementwise.";
  let description = [{
    ```mlir
    %y = prim.log1p %x : tensor<4xf32>
    ```
  }];
}

def Expm1Op : Prim_UnaryOp<"expm1", [HasVjp]> {
  let summary = "exp(x) - 1, accurate near 0, elementwise.";
  let description = [{
    ```mlir
    %y = prim.expm1 %x : tensor<4xf32>
    ```
  }];
}

def Exp2Op : Prim_UnaryOp<"exp2", [HasVjp]> {
  let summary = "2 to the power x, elementwise.";
  let description = [{
    Exact where x is whole. Machine code may give 0 for a result below the smallest normal number.

    ```mlir
    %y = prim.exp2 %x : tensor<4xf32>
    ```
  }];
}

def Log2Op : Prim_UnaryOp<"log2", [HasVjp]> {
  let summary = "Logarithm to base 2, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0; exact for powers of 2.

    ```mlir
    %y = prim.log2 %x : tensor<4xf32>
    ```
  }];
}

def Log10Op : Prim_UnaryOp<"log10", [HasVjp]> {
  let summary = "Logarithm to base 10, elementwise.";
  let description = [{
    NaN below 0, minus infinity at 0; exact for powers of 10.

    ```mlir
    %y = prim.log10 %x : tensor<4xf32>
    ```
  }];
}

#endif
