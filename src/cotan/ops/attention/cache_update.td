#ifndef COTAN_OPS_CACHE_UPDATE
#define COTAN_OPS_CACHE_UPDATE

include "cotan/ir/composite/composite.td"

def CacheUpdateOp : Composite_Op<"cache_update", [InfersType]> {
  let summary = "Keys or values of earlier places, with further ones written in at a position.";
  let description = [{
    `cache` with `update` in its places from `position`, one number, on along `axis`; their other sizes are the
    same. What would lie before or behind the cache is dropped. Where nothing else reads the cache any more,
    it is written over.

    ```mlir
    %y = composite.cache_update %cache, %k, %position axis 1
        : tensor<2x64x4x8xf32>, tensor<2x1x4x8xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins NumberTensor:$cache, NumberTensor:$update, IntegerTensor:$position, I64Attr:$axis);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $cache `,` $update `,` $position `axis` $axis attr-dict `:` type($cache) `,` type($update) `,` type($position)
  }];
}
def : LayerFunction<CacheUpdateOp> {
  let defaults = (with "1":$axis);
  let example = [{
    >>> ct.nn.cache_update(ct.zeros((1, 4)), ct.array([[5.0, 6.0]]), 1)
    Tensor([[0., 5., 6., 0.]], dtype=float32)
  }];
}

#endif
