#ifndef COTAN_OPS_EXPONENTIAL
#define COTAN_OPS_EXPONENTIAL

include "cotan/ir/prim/prim.td"

def ExpOp : Prim_UnaryOp<"exp", [HasVjp]> {
  let summary = "Exponential, elementwise.";
  let description = [{
    `y = e^x`.

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

#endif
