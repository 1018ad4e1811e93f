#ifndef COTAN_OPS_INCOMPLETE_GAMMA
#define COTAN_OPS_INCOMPLETE_GAMMA

include "cotan/ir/prim/prim.td"

/// y = f(a, x), element by element: of the gamma distribution of shape a.
class Prim_GammaOp<string mnemonic>
    : Prim_Op<mnemonic, [IsElementwise, SameOperandsAndResultType, HasVjp, Lowers]> {
  let arguments = (ins FloatTensor:$a, FloatTensor:$x);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$a `,` $x attr-dict `:` type($x)";
}

def IgammaOp : Prim_GammaOp<"igamma"> {
  let summary = "The regularised lower incomplete gamma function, elementwise.";
  let description = [{
    `y = P(a, x)`: the integral of `t^(a-1) exp(-t)` from 0 to x, divided by that to infinity, which is
    the gamma function of a. As `scipy.special.gammainc`: NaN where an operand is negative or both are
    0 or infinite; 1 where a is 0, 0 where a is infinite.

    ```mlir
    %y = prim.igamma %a, %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<IgammaOp> {
  let example = [{
    >>> ct.igamma(ct.array([0.5, 2.0, 2.0]), ct.array([1.0, 1.0, 3.0]))
    Tensor([0.8427..., 0.2642..., 0.8008...], dtype=float32)
  }];
}

def IgammacOp : Prim_GammaOp<"igammac"> {
  let summary = "The regularised upper incomplete gamma function, elementwise.";
  let description = [{
    `y = Q(a, x) = 1 - P(a, x)`, with all digits where that is small. As `scipy.special.gammaincc`.

    ```mlir
    %y = prim.igammac %a, %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<IgammacOp> {
  let example = [{
    >>> ct.igammac(ct.array([0.5, 2.0, 2.0]), ct.array([1.0, 1.0, 3.0]))
    Tensor([0.1572..., 0.7357..., 0.1991...], dtype=float32)
  }];
}

def IgammaGradXOp : Prim_GammaOp<"igamma_grad_x"> {
  let summary = "The derivative of igamma with respect to x, elementwise.";
  let description = [{
    `y = x^(a-1) exp(-x) / gamma(a)`, the density of the gamma distribution, without overflow on the
    way. At x = 0 that is continued to negative a; else NaN where an operand is negative, or both are 0.

    ```mlir
    %y = prim.igamma_grad_x %a, %x : tensor<4xf32>
    ```
  }];
}

def IgammaGradAOp : Prim_GammaOp<"igamma_grad_a"> {
  let summary = "A derivative of igamma with respect to a, of some order, elementwise.";
  let description = [{
    `order` is between 1 and 32. NaN where an operand is negative or both are 0; at a = 0 the limit, and 0 at x = 0.
    The first order is a small multiple of a rounding error from exact. Each further one is a
    difference of larger numbers, about as much larger as a power of `polygamma(1, a)`.

    ```mlir
    %y = prim.igamma_grad_a %a, %x order 1 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$a, FloatTensor:$x, I64Attr:$order);
  let assemblyFormat = "$a `,` $x `order` $order attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
