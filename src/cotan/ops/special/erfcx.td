#ifndef COTAN_OPS_ERFCX
#define COTAN_OPS_ERFCX

include "cotan/ir/prim/prim.td"

def ErfcxOp : Prim_UnaryOp<"erfcx", [HasVjp]> {
  let summary = "exp(x^2) times erfc(x), or a repeated integral of erfc in its place, elementwise.";
  let description = [{
    `order` counts the integrals (DLMF 7.18.2), up to 64. The slope of an order is a multiple of the
    next one (7.18.4): no digits cancel.

    ```mlir
    %y = prim.erfcx %x order 0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$order);
  let assemblyFormat = "$x `order` $order attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def NdtriOp : Prim_UnaryOp<"ndtri", [HasVjp]> {
  let summary = "The normal number that is greater than another with probability p, elementwise.";
  let description = [{
    The inverse of the normal distribution function. Infinite at 0 and 1, NaN outside.

    ```mlir
    %y = prim.ndtri %p : tensor<4xf32>
    ```
  }];
}
let module = "special" in
def : ArrayFunction<NdtriOp> {
  let example = [{
    >>> ct.special.ndtri(ct.array([0.0, 0.025, 0.5]))
    Tensor([     -inf, -1.959964,  0.      ], dtype=float32)
  }];
}

#endif
