#ifndef COTAN_OPS_POWER
#define COTAN_OPS_POWER

include "cotan/ir/prim/prim.td"

def PowOp : Prim_BinaryOp<"pow", [HasReproducibleForm, HasVjp, HasTaylor, SplitsParts],
    AnyNumberTensor> {
  let summary = "x to the power y, elementwise.";
  let description = [{
    As C's `pow`: a negative base with an exponent that is not whole gives NaN, and anything to the
    power 0 is 1. Integers wrap around; a negative integer exponent gives `1 / x^-y` rounded towards
    zero, and -1 where x is 0.

    The derivative with respect to x is 0 where y is 0. The derivative with respect to y is NaN where
    x is negative; where x is 0 it is 0 for positive y, else minus infinity.

    ```mlir
    %z = prim.pow %x, %y : tensor<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def SquareOp : Prim_UnaryOp<"square", [IsCheap, HasVjp, HasTaylor, SplitsParts], AnyNumberTensor> {
  let summary = "x times x, elementwise.";
  let description = [{
    Integers wrap around.

    ```mlir
    %y = prim.square %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<SquareOp> {
  let example = [{
    >>> ct.square(ct.array([-1.5, 0.25, 2.5]))
    Tensor([2.25  , 0.0625, 6.25  ], dtype=float32)
  }];
}

def SqrtOp : Prim_UnaryOp<"sqrt", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Square root, elementwise.";
  let description = [{
    NaN below 0; -0 gives -0. The slope at 0 is infinite.

    ```mlir
    %y = prim.sqrt %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<SqrtOp> {
  let example = [{
    >>> ct.sqrt(ct.array([0.125, 0.25, 0.75]))
    Tensor([0.3535..., 0.5       , 0.8660...], dtype=float32)
  }];
}

def RsqrtOp : Prim_UnaryOp<"rsqrt", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "1 / sqrt(x), elementwise.";
  let description = [{
    NaN below 0, infinity at 0, 0 at infinity.

    ```mlir
    %y = prim.rsqrt %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<RsqrtOp> {
  let example = [{
    >>> ct.rsqrt(ct.array([0.125, 0.25, 0.75]))
    Tensor([2.8284..., 2.       , 1.1547...], dtype=float32)
  }];
}

def CbrtOp : Prim_UnaryOp<"cbrt", [HasVjp]> {
  let summary = "Cube root, elementwise.";
  let description = [{
    Defined for negative numbers: the cube root of -8 is -2. The slope at 0 is infinite.

    ```mlir
    %y = prim.cbrt %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<CbrtOp> {
  let example = [{
    >>> ct.cbrt(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-1.1447...,  0.6299...,  1.3572...], dtype=float32)
  }];
}

def ReciprocalOp : Prim_UnaryOp<"reciprocal", [HasVjp, HasTaylor, SplitsParts], FloatOrComplexTensor> {
  let summary = "1 / x, elementwise.";
  let description = [{
    Infinity of the same sign at 0 and -0.

    ```mlir
    %y = prim.reciprocal %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ReciprocalOp> {
  let example = [{
    >>> ct.reciprocal(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.6666...,  4.       ,  0.4      ], dtype=float32)
  }];
}

#endif
