#ifndef COTAN_OPS_ERROR_FUNCTION
#define COTAN_OPS_ERROR_FUNCTION

include "cotan/ir/prim/prim.td"

def ErfOp : Prim_UnaryOp<"erf", [HasReproducibleForm, HasVjp]> {
  let summary = "Error function, elementwise.";
  let description = [{
    `y = 2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to x. Goes to -1 and 1 at the
    infinities.

    ```mlir
    %y = prim.erf %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ErfOp> {
  let example = [{
    >>> ct.erf(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.9661...,  0.2763...,  0.9995...], dtype=float32)
  }];
}

def ErfcOp : Prim_UnaryOp<"erfc", [HasVjp]> {
  let summary = "1 - erf(x), accurate for large x, elementwise.";
  let description = [{
    Machine code may give 0 for a result below the smallest normal number.

    ```mlir
    %y = prim.erfc %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ErfcOp> {
  let example = [{
    >>> ct.erfc(ct.array([-1.5, 0.25, 2.5]))
    Tensor([1.9661...e+00, 7.2367...e-01, 4.0695...e-04], dtype=float32)
  }];
}

def ErfinvOp : Prim_UnaryOp<"erfinv", [HasReproducibleForm, HasVjp]> {
  let summary = "Inverse of the error function, elementwise.";
  let description = [{
    Infinite at -1 and 1, NaN beyond.

    ```mlir
    %y = prim.erfinv %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<ErfinvOp> {
  let example = [{
    >>> ct.erfinv(ct.array([0.125, 0.25, 0.75]))
    Tensor([0.1112..., 0.2253..., 0.8134...], dtype=float32)
  }];
}

#endif
