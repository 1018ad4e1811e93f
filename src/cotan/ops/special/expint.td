#ifndef COTAN_OPS_EXPINT
#define COTAN_OPS_EXPINT

include "cotan/ir/prim/prim.td"

def ExpiOp : Prim_UnaryOp<"expi", [HasVjp]> {
  let summary = "The exponential integral Ei, elementwise.";
  let description = [{
    The principal value of the integral of `exp(t) / t` from minus infinity to x (DLMF 6.2.5). Minus
    infinity at 0.

    ```mlir
    %y = prim.expi %x : tensor<4xf32>
    ```
  }];
}
let module = "special" in
def : ArrayFunction<ExpiOp> {
  let example = [{
    >>> ct.special.expi(ct.array([-1.0, 0.5, 2.0]))
    Tensor([-0.21938394,  0.4542199 ,  4.954234  ], dtype=float32)
  }];
}

def ExpnOp : Prim_UnaryOp<"expn", [HasVjp]> {
  let summary = "The exponential integral E of some order, elementwise.";
  let description = [{
    The integral of `exp(-x t) / t^order` over t from 1 on (DLMF 8.19.3). `order` is between 0 and
    1000. At 0 it is 1 / (order - 1), or infinite below order 2; NaN below.

    ```mlir
    %y = prim.expn %x order 1 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$order);
  let assemblyFormat = "$x `order` $order attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
