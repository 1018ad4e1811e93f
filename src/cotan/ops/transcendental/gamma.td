#ifndef COTAN_OPS_GAMMA
#define COTAN_OPS_GAMMA

include "cotan/ir/prim/prim.td"

def GammaOp : Prim_UnaryOp<"gamma", [HasVjp]> {
  let summary = "The gamma function, elementwise.";
  let description = [{
    Infinite at 0, with the sign of that; NaN at the negative integers and at minus infinity, where
    it has no sign.

    ```mlir
    %y = prim.gamma %x : tensor<4xf32>
    ```
  }];
}
let module = "special" in
def : ArrayFunction<GammaOp> {
  let example = [{
    >>> ct.special.gamma(ct.array([-1.5, 0.5, 5.0]))
    Tensor([ 2.3632717,  1.7724539, 24.       ], dtype=float32)
  }];
}

def LgammaOp : Prim_UnaryOp<"lgamma", [HasVjp]> {
  let summary = "Logarithm of the absolute value of the gamma function, elementwise.";
  let description = [{
    Infinite at 0, at the negative integers and at the infinities.

    ```mlir
    %y = prim.lgamma %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<LgammaOp> {
  let example = [{
    >>> ct.lgamma(ct.array([-1.5, 0.25, 2.5]))
    Tensor([0.8600..., 1.2880..., 0.2846...], dtype=float32)
  }];
}

def DigammaOp : Prim_UnaryOp<"digamma", [HasVjp]> {
  let summary = "Derivative of lgamma, elementwise.";
  let description = [{
    As in SciPy: minus infinity at 0, infinity at -0, NaN at the negative integers and at minus
    infinity.

    ```mlir
    %y = prim.digamma %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<DigammaOp> {
  let example = [{
    >>> ct.digamma(ct.array([-1.5, 0.25, 2.5]))
    Tensor([ 0.7031..., -4.2274...,  0.7031...], dtype=float32)
  }];
}

def PolygammaOp : Prim_UnaryOp<"polygamma", [HasVjp]> {
  let summary = "Derivative of digamma of some order, elementwise.";
  let description = [{
    `order` is between 0 (digamma itself) and 1000. At 0 and the negative integers an odd order
    gives infinity; an even one gives NaN, at 0 minus infinity and at -0 infinity.

    ```mlir
    %y = prim.polygamma %x order 1 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$order);
  let assemblyFormat = "$x `order` $order attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
