#ifndef COTAN_OPS_HYPERBOLIC
#define COTAN_OPS_HYPERBOLIC

include "cotan/ir/prim/prim.td"

def SinhOp : Prim_UnaryOp<"sinh", [HasVjp]> {
  let summary = "Hyperbolic sine, elementwise.";
  let description = [{
    Overflows to an infinity of the sign of x.

    ```mlir
    %y = prim.sinh %x : tensor<4xf32>
    ```
  }];
}

def CoshOp : Prim_UnaryOp<"cosh", [HasVjp]> {
  let summary = "Hyperbolic cosine, elementwise.";
  let description = [{
    Overflows to infinity.

    ```mlir
    %y = prim.cosh %x : tensor<4xf32>
    ```
  }];
}

def TanhOp : Prim_UnaryOp<"tanh", [HasVjp, HasTaylor]> {
  let summary = "Hyperbolic tangent, elementwise.";
  let description = [{
    Goes to -1 and 1 at the infinities.

    ```mlir
    %y = prim.tanh %x : tensor<4xf32>
    ```
  }];
}

def AsinhOp : Prim_UnaryOp<"asinh", [HasVjp]> {
  let summary = "Inverse hyperbolic sine, elementwise.";
  let description = [{
    Accurate near 0; infinities give themselves.

    ```mlir
    %y = prim.asinh %x : tensor<4xf32>
    ```
  }];
}

def AcoshOp : Prim_UnaryOp<"acosh", [HasVjp]> {
  let summary = "Inverse hyperbolic cosine, elementwise.";
  let description = [{
    NaN below 1. The slope at 1 is infinite.

    ```mlir
    %y = prim.acosh %x : tensor<4xf32>
    ```
  }];
}

def AtanhOp : Prim_UnaryOp<"atanh", [HasVjp]> {
  let summary = "Inverse hyperbolic tangent, elementwise.";
  let description = [{
    Infinite at -1 and 1, NaN beyond.

    ```mlir
    %y = prim.atanh %x : tensor<4xf32>
    ```
  }];
}

#endif
