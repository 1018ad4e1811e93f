#ifndef COTAN_OPS_ROTARY_EMBEDDING
#define COTAN_OPS_ROTARY_EMBEDDING

include "cotan/ir/composite/composite.td"

def RotaryEmbeddingOp : Composite_Op<"rotary_embedding", [InfersType]> {
  let summary = "Pairs of features, turned by angles that grow with the position.";
  let description = [{
    x is (..., place, heads, features), with an even number of features; `positions` has the axes before the
    heads, or the last of them. Pair i of the features at position p is turned by the angle
    `p base^(-2 i / features)`, so that products of queries and keys depend on differences of positions.
    Feature i makes a pair with that half of the features behind it, or with `interleaved` 2 i with 2 i + 1.
    Angles are computed in f64, f16 and bf16 in f32. Source: Su et al., RoFormer, 2021.

    ```mlir
    %y = composite.rotary_embedding %x, %positions : tensor<2x5x4x8xf32>, tensor<5xi64>
    ```
  }];
  let arguments = (ins FloatTensor:$x, IntegerTensor:$positions,
                       DefaultValuedOptionalAttr<F64Attr, "::llvm::APFloat(10000.0)">:$base,
                       UnitAttr:$interleaved);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $positions (`base` $base^)? (`interleaved` $interleaved^)? attr-dict `:` type($x) `,` type($positions)
  }];
}
def : LayerFunction<RotaryEmbeddingOp> {
  let example = [{
    >>> x = ct.array([[[1.0, 0.0]], [[1.0, 0.0]]])
    >>> ct.nn.rotary_embedding(x, ct.array([0, 1])).round(4)
    Tensor([[[1.    , 0.    ]],
    <BLANKLINE>
            [[0.5403, 0.8415]]], dtype=float32)
  }];
}

#endif
