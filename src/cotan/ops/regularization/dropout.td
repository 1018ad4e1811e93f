#ifndef COTAN_OPS_DROPOUT
#define COTAN_OPS_DROPOUT

include "cotan/ir/composite/composite.td"

def DropoutOp : Composite_Op<"dropout", [IsLinear, HasVjp, AllTypesMatch<["x", "y"]>]> {
  let summary = "Elements replaced by 0 at random, the others scaled up.";
  let description = [{
    Each element is dropped with probability `rate` (from 0 to 1); the others are divided by
    `1 - rate`, so that the mean stays. Element i is kept where number i of `prim.random_uniform` in
    f32, under `key`, is less than `1 - rate`: the same key drops the same elements, and the
    derivative needs only the key. Use every key once.

    ```mlir
    %y = composite.dropout %x, %key rate 0.1 : tensor<8x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, KeyTensor:$key, F64Attr:$rate);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `,` $key `rate` $rate attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif
