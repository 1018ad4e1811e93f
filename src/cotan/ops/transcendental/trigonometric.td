#ifndef COTAN_OPS_TRIGONOMETRIC
#define COTAN_OPS_TRIGONOMETRIC

include "cotan/ir/prim/prim.td"

def SinOp : Prim_UnaryOp<"sin", [HasVjp]> {
  let summary = "Sine of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.sin %x : tensor<4xf32>
    ```
  }];
}

def CosOp : Prim_UnaryOp<"cos", [HasVjp]> {
  let summary = "Cosine of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.cos %x : tensor<4xf32>
    ```
  }];
}

def TanOp : Prim_UnaryOp<"tan", [HasVjp]> {
  let summary = "Tangent of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.tan %x : tensor<4xf32>
    ```
  }];
}

def AsinOp : Prim_UnaryOp<"asin", [HasVjp]> {
  let summary = "Inverse sine, elementwise.";
  let description = [{
    In radians, in [-pi/2, pi/2]; NaN outside [-1, 1]. The slope is infinite at -1 and 1.

    ```mlir
    %y = prim.asin %x : tensor<4xf32>
    ```
  }];
}

def AcosOp : Prim_UnaryOp<"acos", [HasVjp]> {
  let summary = "Inverse cosine, elementwise.";
  let description = [{
    In radians, in [0, pi]; NaN outside [-1, 1]. The slope is infinite at -1 and 1.

    ```mlir
    %y = prim.acos %x : tensor<4xf32>
    ```
  }];
}

def AtanOp : Prim_UnaryOp<"atan", [HasVjp]> {
  let summary = "Inverse tangent, elementwise.";
  let description = [{
    In radians, in [-pi/2, pi/2]; the ends are reached at the infinities.

    ```mlir
    %y = prim.atan %x : tensor<4xf32>
    ```
  }];
}

def Atan2Op : Prim_Op<"atan2", [IsElementwise, SameOperandsAndResultType, Lowers, HasVjp]> {
  let summary = "Angle of the point (x, y), elementwise.";
  let description = [{
    In radians, in [-pi, pi], with the quadrant and the signs of zeros taken into account as by C's
    `atan2`. The derivative is NaN at the origin.

    ```mlir
    %z = prim.atan2 %y, %x : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$y, FloatTensor:$x);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "$y `,` $x attr-dict `:` type($y)";
}

#endif
