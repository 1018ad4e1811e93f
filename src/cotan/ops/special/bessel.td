#ifndef COTAN_OPS_BESSEL
#define COTAN_OPS_BESSEL

include "cotan/ir/prim/prim.td"

/// y = f(x) of a whole order, element by element.
class Prim_BesselOp<string mnemonic> : Prim_UnaryOp<mnemonic, [HasVjp]> {
  let arguments = (ins FloatTensor:$x, I64Attr:$order);
  let assemblyFormat = "$x `order` $order attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def BesselIOp : Prim_BesselOp<"bessel_i"> {
  let summary = "The modified Bessel function of the first kind, elementwise.";
  let description = [{
    `order` is between 0 and 64. Odd orders are odd functions, even ones even. Its slope is half the
    sum of its neighbours (DLMF 10.29.1).

    ```mlir
    %y = prim.bessel_i %x order 0 : tensor<4xf32>
    ```
  }];
}

def BesselIeOp : Prim_BesselOp<"bessel_ie"> {
  let summary = "bessel_i times exp(-|x|), elementwise.";
  let description = [{
    It does not overflow. `order` is between 0 and 64.

    ```mlir
    %y = prim.bessel_ie %x order 0 : tensor<4xf32>
    ```
  }];
}

#endif
