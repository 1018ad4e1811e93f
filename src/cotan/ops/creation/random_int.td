#ifndef COTAN_OPS_RANDOM_INT
#define COTAN_OPS_RANDOM_INT

include "cotan/ir/composite/composite.td"

def RandomIntOp : Composite_Op<"random_int", [HasSizes]> {
  let summary = "Random integers, evenly distributed from low up to high.";
  let description = [{
    From `low` on and below `high`, which are numbers or have one for each element; always `low` if
    nothing is between. 128 random bits make each, so that of no
    more than 2^64 numbers none comes noticeably more often. The same key gives the same numbers;
    `shape` is needed where the result's sizes are not static.

    Composite: it is arithmetic on `prim.random_bits` of two keys, in one loop of compiled code.

    ```mlir
    %x = composite.random_int %key, %low, %high : tensor<i32>, tensor<i32> -> tensor<2x3xi32>
    %y = composite.random_int %key, %low, %high to %s : tensor<i32>, tensor<i32>, tensor<1xi64> -> tensor<?xi32>
    ```
  }];
  let arguments = (ins KeyTensor:$key, IntegerTensor:$low,
                       IntegerTensor:$high, Optional<ShapeTensor>:$shape);
  let results = (outs IntegerTensor:$y);
  let assemblyFormat = [{
    $key `,` $low `,` $high (`to` $shape^)? attr-dict
    `:` type($low) `,` type($high) (`,` type($shape)^)? `->` type($y)
  }];
  let hasVerifier = 1;
}

#endif
