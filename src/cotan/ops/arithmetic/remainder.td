#ifndef COTAN_OPS_REMAINDER
#define COTAN_OPS_REMAINDER

include "cotan/ir/prim/prim.td"

def RemainderOp : Prim_BinaryOp<"remainder", [HasVjp]> {
  let summary = "What floor division leaves over, elementwise; has the sign of the divisor.";
  let description = [{
    `z = x - y * floor(x / y)`, exact, as Python's and NumPy's `%`. Floats: NaN where y is 0 or x is
    infinite. Integers: 0 where y is 0, as NumPy's.

    The derivative with respect to y is `-floor(x / y)`.

    ```mlir
    %z = prim.remainder %x, %y : tensor<4xf32>   // -7 and 3 give 2, 7 and -3 give -2
    ```
  }];
}
def : ArrayFunction<RemainderOp> {
  let example = [{
    >>> ct.remainder(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ 1.5,  0. , -0. ], dtype=float32)
  }];
}

def FloorDivOp : Prim_BinaryOp<"floor_div", [IsZeroDerivative]> {
  let summary = "Quotient rounded down, elementwise.";
  let description = [{
    `z = floor(x / y)`, as Python's and NumPy's `//`. Floats: an infinity where y is 0, NaN where
    x is infinite or both are 0. Integers: -1 (all bits set) where y is 0, and the smallest integer
    divided by -1 gives itself. The derivative is 0 everywhere.

    ```mlir
    %z = prim.floor_div %x, %y : tensor<4xf32>   // -7 and 3 give -3
    ```
  }];
}
def : ArrayFunction<FloorDivOp, "floor_divide"> {
  let example = [{
    >>> ct.floor_divide(ct.array([1.5, 4.0, 2.5]), ct.array([2.5, 4.0, -0.5]))
    Tensor([ 0.,  1., -5.], dtype=float32)
  }];
}

#endif
