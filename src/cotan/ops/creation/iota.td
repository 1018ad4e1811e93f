#ifndef COTAN_OPS_IOTA
#define COTAN_OPS_IOTA

include "cotan/ir/prim/prim.td"

def IotaOp : Prim_Op<"iota", [Lowers, HasSizes]> {
  let summary = "Numbers that count up along an axis: 0, 1, 2, ...";
  let description = [{
    Each element is its own index along `axis`. Integers wrap around; floats round to nearest even.
    `shape` is needed where the result's sizes are not static.

    ```mlir
    %x = prim.iota axis 1 -> tensor<2x3xi32>   // [[0, 1, 2], [0, 1, 2]]
    %y = prim.iota axis 0 to %s : tensor<1xi64> -> tensor<?xf32>
    ```
  }];
  let arguments = (ins I64Attr:$axis, Optional<ShapeTensor>:$shape);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = "`axis` $axis (`to` $shape^ `:` type($shape))? attr-dict `->` type($y)";
  let hasVerifier = 1;
}

#endif
