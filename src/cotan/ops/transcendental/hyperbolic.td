#ifndef COTAN_OPS_HYPERBOLIC
#define COTAN_OPS_HYPERBOLIC

include "cotan/ir/prim/prim.td"

def SinhOp : Prim_UnaryOp<"sinh", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Hyperbolic sine, elementwise.";
  let description = [{
    Overflows to an infinity of the sign of x.

    ```mlir
    %y = prim.sinh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<SinhOp> {
  let example = [{
    >>> ct.sinh(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-2.1292...,  0.2526...,  6.0502...], dtype=float32)
  }];
}

def CoshOp : Prim_UnaryOp<"cosh", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Hyperbolic cosine, elementwise.";
  let description = [{
    Overflows to infinity.

    ```mlir
    %y = prim.cosh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<CoshOp> {
  let example = [{
    >>> ct.cosh(ct.array([-1.5, 0.25, 2.5]))
    Tensor([2.3524..., 1.0314..., 6.1322...], dtype=float32)
  }];
}

def TanhOp : Prim_UnaryOp<"tanh", [HasVjp, HasTaylor, SplitsParts], FloatOrComplexTensor> {
  let summary = "Hyperbolic tangent, elementwise.";
  let description = [{
    Goes to -1 and 1 at the infinities.

    ```mlir
    %y = prim.tanh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<TanhOp> {
  let example = [{
    >>> ct.tanh(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-0.9051...,  0.2449...,  0.9866...], dtype=float32)
  }];
}

def AsinhOp : Prim_UnaryOp<"asinh", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse hyperbolic sine, elementwise.";
  let description = [{
    Accurate near 0; infinities give themselves.

    ```mlir
    %y = prim.asinh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AsinhOp, "arcsinh"> {
  let example = [{
    >>> ct.arcsinh(ct.array([-1.5, 0.25, 2.5]))
    Tensor([-1.1947...,  0.2474...,  1.6472...], dtype=float32)
  }];
}

def AcoshOp : Prim_UnaryOp<"acosh", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse hyperbolic cosine, elementwise.";
  let description = [{
    NaN below 1. The slope at 1 is infinite.

    ```mlir
    %y = prim.acosh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AcoshOp, "arccosh"> {
  let example = [{
    >>> ct.arccosh(ct.array([1.5, 2.25, 3.0]))
    Tensor([0.9624..., 1.4505..., 1.7627...], dtype=float32)
  }];
}

def AtanhOp : Prim_UnaryOp<"atanh", [HasVjp, SplitsParts], FloatOrComplexTensor> {
  let summary = "Inverse hyperbolic tangent, elementwise.";
  let description = [{
    Infinite at -1 and 1, NaN beyond.

    ```mlir
    %y = prim.atanh %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<AtanhOp, "arctanh"> {
  let example = [{
    >>> ct.arctanh(ct.array([0.125, 0.25, 0.75]))
    Tensor([0.1256..., 0.2554..., 0.9729...], dtype=float32)
  }];
}

#endif
