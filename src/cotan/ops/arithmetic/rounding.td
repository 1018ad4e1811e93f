#ifndef COTAN_OPS_ROUNDING
#define COTAN_OPS_ROUNDING

include "cotan/ir/composite/composite.td"

def FloorOp : Prim_UnaryOp<"floor", [IsZeroDerivative]> {
  let summary = "The largest whole number that is not greater, elementwise.";
  let description = [{
    NaN, infinities and -0 give themselves. The derivative is 0 everywhere.

    ```mlir
    %y = prim.floor %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<FloorOp> {
  let accepts = "parts"; // integers have none, as in the array API
  let example = [{
    >>> ct.floor(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-2.,  0.,  2.], dtype=float32)
  }];
}

def CeilOp : Prim_UnaryOp<"ceil", [IsZeroDerivative]> {
  let summary = "The smallest whole number that is not less, elementwise.";
  let description = [{
    NaN, infinities and -0 give themselves; numbers between -1 and 0 give -0. The derivative is 0
    everywhere.

    ```mlir
    %y = prim.ceil %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<CeilOp> {
  let accepts = "parts"; // integers have none, as in the array API
  let example = [{
    >>> ct.ceil(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-1.,  1.,  3.], dtype=float32)
  }];
}

def RoundOp : Prim_UnaryOp<"round", [IsZeroDerivative]> {
  let summary = "The nearest whole number, halves to the even one, elementwise.";
  let description = [{
    As `numpy.round`: 0.5 gives 0, 1.5 and 2.5 give 2. NaN, infinities and -0 give themselves. The
    derivative is 0 everywhere.

    ```mlir
    %y = prim.round %x : tensor<4xf32>
    ```
  }];
}

def TruncOp : Prim_UnaryOp<"trunc", [IsZeroDerivative]> {
  let summary = "The nearest whole number towards zero, elementwise.";
  let description = [{
    NaN, infinities and -0 give themselves. The derivative is 0 everywhere.

    ```mlir
    %y = prim.trunc %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<TruncOp> {
  let accepts = "parts"; // integers have none, as in the array API
  let example = [{
    >>> ct.trunc(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-1.,  0.,  2.], dtype=float32)
  }];
}

def FracOp : Composite_UnaryOp<"frac", [IsElementwise]> {
  let summary = "What is behind the point, with the sign of x, elementwise.";
  let description = [{
    `y = x - trunc(x)`, which is exact; NaN at the infinities. The slope is 1 everywhere.

    Composite: it is two operators, which compiled code makes in one loop.

    ```mlir
    %y = composite.frac %x : tensor<4xf32>   // -1.75 gives -0.75
    ```
  }];
}
def : ArrayFunction<FracOp> {
  let example = [{
    >>> ct.frac(ct.array([-1.5, 0.25, 3.0]))
    Tensor([-0.5 ,  0.25,  0.  ], dtype=float32)
  }];
}

#endif
