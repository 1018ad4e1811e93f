#ifndef COTAN_OPS_MAGNITUDE
#define COTAN_OPS_MAGNITUDE

include "cotan/ir/composite/composite.td"

def AbsOp : Prim_UnaryOp<"abs", [IsCheap, HasVjp], NumberTensor> {
  let summary = "Absolute value, elementwise.";
  let description = [{
    `y = |x|`. The slope at 0 is 0 by choice. The absolute value of the smallest signed integer is
    itself.

    ```mlir
    %y = prim.abs %x : tensor<4xf32>
    ```
  }];
}

def SignOp : Prim_UnaryOp<"sign", [IsZeroDerivative], NumberTensor> {
  let summary = "The sign of a number: -1, 0 or 1, elementwise.";
  let description = [{
    0 and -0 give themselves, NaN gives NaN. The derivative is 0 everywhere.

    ```mlir
    %y = prim.sign %x : tensor<4xf32>
    ```
  }];
}

def CopysignOp : Prim_BinaryOp<"copysign", [IsCheap, HasVjp], FloatTensor> {
  let summary = "The absolute value of x with the sign of y, elementwise.";
  let description = [{
    The sign of -0 and of NaN is that of its bit. The slope with respect to x is 1 where the signs are
    the same, else -1, at zeros too, as in JAX; with respect to y it is 0.

    ```mlir
    %z = prim.copysign %x, %y : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<CopysignOp> {
  let example = [{
    >>> ct.copysign(ct.array([1.0, -2.0]), ct.array([-0.0, 5.0]))
    Tensor([-1.,  2.], dtype=float32)
  }];
}

def HypotOp : Composite_Op<"hypot", [IsElementwise, SameOperandsAndResultType, HasVjp]> {
  let summary = "The distance of the point (x, y) from the origin, elementwise.";
  let description = [{
    `sqrt(x^2 + y^2)`, without overflow on the way; infinite where x or y is, even if the other is
    NaN. The slopes at the origin and at infinities are 0 by choice.

    ```mlir
    %z = composite.hypot %x, %y : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}
def : ArrayFunction<HypotOp> {
  let example = [{
    >>> ct.hypot(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([2.9154..., 5.6568..., 2.5495...], dtype=float32)
  }];
}

#endif
