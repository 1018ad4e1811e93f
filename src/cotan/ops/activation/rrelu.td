#ifndef COTAN_OPS_RRELU
#define COTAN_OPS_RRELU

include "cotan/ir/composite/composite.td"

def RreluOp : Composite_Op<"rrelu", [HasVjp, AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "Keeps positive elements, scales the rest by random slopes.";
  let description = [{
    `y = x` where x is at least 0, else `a * x`. With a key, for training, each element has a slope a of
    its own: `lower + (upper - lower) * u`, with the numbers u of `prim.random_uniform` in f32 under the
    key, which is all that the derivative keeps of them. Without a key, a is `(lower + upper) / 2`. Use every key once.
    Source: Xu et al., 2015.

    ```mlir
    %y = composite.rrelu %x, %key lower 0.1 upper 0.3 : tensor<4xf32>
    %z = composite.rrelu %x lower 0.1 upper 0.3 : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, Optional<KeyTensor>:$key,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0 / 8)">:$lower,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0 / 3)">:$upper);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x (`,` $key^)? (`lower` $lower^)? (`upper` $upper^)? attr-dict `:` type($x)
  }];
}
def : LayerFunction<RreluOp> {
  let example = [{
    >>> ct.nn.rrelu(ct.array([-2.0, 3.0]), lower=0.25, upper=0.75)
    Tensor([-1.,  3.], dtype=float32)
    >>> ct.nn.rrelu(ct.array([-2.0, 3.0]), ct.random.key(0), 0.5, 0.5)
    Tensor([-1.,  3.], dtype=float32)
  }];
}

#endif
