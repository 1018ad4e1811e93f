#ifndef COTAN_OPS_TRIGONOMETRIC
#define COTAN_OPS_TRIGONOMETRIC

include "cotan/ir/prim/prim.td"

def SinOp : Prim_UnaryOp<"sin", [HasReproducibleForm, HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Sine of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.sin %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<SinOp> {
  let example = [{
    >>> ct.sin(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.9974...,  0.2474...,  0.5984...], dtype=float32)
  }];
}

def CosOp : Prim_UnaryOp<"cos", [HasReproducibleForm, HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Cosine of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.cos %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<CosOp> {
  let example = [{
    >>> ct.cos(ct.array([-1.5, 0.25, 2.5]))
    Tensor([ 0.0707...,  0.9689..., -0.8011...], dtype=float32)
  }];
}

def TanOp : Prim_UnaryOp<"tan", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Tangent of an angle in radians, elementwise.";
  let description = [{
    NaN for infinite angles.

    ```mlir
    %y = prim.tan %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<TanOp> {
  let example = [{
    >>> ct.tan(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-14.1014...,   0.2553...,  -0.7470...], dtype=float32)
  }];
}

def AsinOp : Prim_UnaryOp<"asin", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse sine, elementwise.";
  let description = [{
    In radians, in [-pi/2, pi/2]; NaN outside [-1, 1]. The slope is infinite at -1 and 1.

    ```mlir
    %y = prim.asin %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AsinOp, "arcsin"> {
  let example = [{
    >>> ct.arcsin(ct.array([0.125, 0.25, 0.75]))
    Tensor([0.1253..., 0.2526..., 0.8480...], dtype=float32)
  }];
}

def AcosOp : Prim_UnaryOp<"acos", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse cosine, elementwise.";
  let description = [{
    In radians, in [0, pi]; NaN outside [-1, 1]. The slope is infinite at -1 and 1.

    ```mlir
    %y = prim.acos %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AcosOp, "arccos"> {
  let example = [{
    >>> ct.arccos(ct.array([0.125, 0.25, 0.75]))
    Tensor([1.4454..., 1.3181..., 0.7227...], dtype=float32)
  }];
}

def AtanOp : Prim_UnaryOp<"atan", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse tangent, elementwise.";
  let description = [{
    In radians, in [-pi/2, pi/2]; the ends are reached at the infinities.

    ```mlir
    %y = prim.atan %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AtanOp, "arctan"> {
  let example = [{
    >>> ct.arctan(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.9827...,  0.2449...,  1.1902...], dtype=float32)
  }];
}

def Atan2Op : Prim_Op<"atan2", [IsElementwise, SameOperandsAndResultType, Lowers, HasVjp]> {
  let summary = "Angle of the point (x, y), elementwise.";
  let description = [{
    In radians, in [-pi, pi], with the quadrant and the signs of zeros taken into account as by C's
    `atan2`. The derivative is NaN at the origin, and 0 at infinities.

    ```mlir
    %z = prim.atan2 %y, %x : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$y, FloatTensor:$x);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "$y `,` $x attr-dict `:` type($y)";
}
def : ArrayFunction<Atan2Op, "arctan2"> {
  let example = [{
    >>> ct.arctan2(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([0.5404..., 0.7853..., 1.7681...], dtype=float32)
  }];
}

#endif
