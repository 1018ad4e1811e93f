#ifndef COTAN_OPS_INCOMPLETE_BETA
#define COTAN_OPS_INCOMPLETE_BETA

include "cotan/ir/prim/prim.td"

/// y = f(a, b, x), element by element: of the beta distribution of a and b.
class Prim_BetaOp<string mnemonic>
    : Prim_Op<mnemonic, [IsElementwise, SameOperandsAndResultType, HasVjp, Lowers]> {
  let arguments = (ins FloatTensor:$a, FloatTensor:$b, FloatTensor:$x);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$a `,` $b `,` $x attr-dict `:` type($x)";
}

def BetaincOp : Prim_BetaOp<"betainc"> {
  let summary = "The regularised incomplete beta function, elementwise.";
  let description = [{
    `y = I_x(a, b)`: the integral of `t^(a-1) (1-t)^(b-1)` from 0 to x, divided by that to 1. As
    `scipy.special.betainc`: NaN where a or b is not a positive, finite number or x is outside [0, 1].

    ```mlir
    %y = prim.betainc %a, %b, %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<BetaincOp> {
  let example = [{
    >>> ct.betainc(2.0, 3.0, ct.array([0.25, 0.5, 0.75]))
    Tensor([0.26171875, 0.6875    , 0.94921875], dtype=float32)
  }];
}

def BetaincGradXOp : Prim_BetaOp<"betainc_grad_x"> {
  let summary = "The derivative of betainc with respect to x, elementwise.";
  let description = [{
    `y = x^(a-1) (1-x)^(b-1) / beta(a, b)`, the density of the beta distribution, without overflow on
    the way. NaN where betainc is.

    ```mlir
    %y = prim.betainc_grad_x %a, %b, %x : tensor<4xf32>
    ```
  }];
}

def BetaincGradAbOp : Prim_BetaOp<"betainc_grad_ab"> {
  let summary = "A derivative of betainc with respect to a and b, of some orders, elementwise.";
  let description = [{
    The orders are not negative, and their sum is between 1 and 16. 0 where x is 0 or 1; NaN where
    betainc is. A first derivative is a small multiple of a rounding error from exact. Each further
    order is a difference of larger numbers: about 1 / a or 1 / b times as large, where these are small.

    ```mlir
    %y = prim.betainc_grad_ab %a, %b, %x orders 1, 0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$a, FloatTensor:$b, FloatTensor:$x, I64Attr:$order_a, I64Attr:$order_b);
  let assemblyFormat = "$a `,` $b `,` $x `orders` $order_a `,` $order_b attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
