#ifndef COTAN_OPS_GUMBEL_SOFTMAX
#define COTAN_OPS_GUMBEL_SOFTMAX

include "cotan/ir/composite/composite.td"

def GumbelSoftmaxOp : Composite_Op<"gumbel_softmax", [AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "A random choice among logits along an axis, of which there is a derivative.";
  let description = [{
    `y = softmax((x + g) / tau)` along `axis`, where g is noise of Gumbel's distribution, under `key`:
    `g = -log(-log(u))` of the numbers u of `prim.random_uniform` in f32, with 0 replaced by
    the smallest normal number. With `hard`, y is 1 where this is largest and 0 elsewhere, and has the derivative
    of the soft choice. Use every key once. Source: Jang et al., 2017.

    ```mlir
    %y = composite.gumbel_softmax %x, %key axis 1 : tensor<8x3xf32>
    %z = composite.gumbel_softmax %x, %key tau 0.5 hard axis 1 : tensor<8x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, KeyTensor:$key,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$tau, UnitAttr:$hard,
                       I64Attr:$axis);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $key (`tau` $tau^)? (`hard` $hard^)? `axis` $axis attr-dict `:` type($x)
  }];
  let hasVerifier = 1;
}
def : LayerFunction<GumbelSoftmaxOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> y = ct.nn.gumbel_softmax(ct.zeros((2, 3)), ct.random.key(0), hard=True)
    >>> y.shape, y.sum(-1).tolist()
    ((2, 3), [1.0, 1.0])
  }];
}

#endif
