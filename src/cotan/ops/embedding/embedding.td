#ifndef COTAN_OPS_EMBEDDING
#define COTAN_OPS_EMBEDDING

include "cotan/ir/composite/composite.td"

def EmbeddingOp : Composite_Op<"embedding", [InfersType]> {
  let summary = "The row of a table for each index.";
  let description = [{
    `y[i...] = weight[indices[i...]]`. An index out of range, negative ones included, gives zeros. No
    derivative flows to row `padding_idx`; a negative one counts from the end. With `max_norm`, rows whose norm of order `norm_type` is larger
    are scaled down to it; the table stays as it is.

    ```mlir
    %y = composite.embedding %indices, %weight : tensor<2x4xi64>, tensor<10x3xf32>   // tensor<2x4x3xf32>
    ```
  }];
  let arguments = (ins IntegerTensor:$indices, FloatTensor:$weight, OptionalAttr<I64Attr>:$padding_idx,
                       OptionalAttr<F64Attr>:$max_norm,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$norm_type);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$indices `,` $weight attr-dict `:` type($indices) `,` type($weight)";
  let hasVerifier = 1;
}
def : LayerFunction<EmbeddingOp> {
  let example = [{
    >>> ct.nn.embedding(ct.array([1, 0, 1]), ct.array([[1.0, 2.0], [3.0, 4.0]]))
    Tensor([[3., 4.],
            [1., 2.],
            [3., 4.]], dtype=float32)
  }];
}

def EmbeddingBagOp : Composite_Op<"embedding_bag", [InfersType, AttrSizedOperandSegments]> {
  let summary = "The sum, mean or largest of the rows of a table that the indices of a bag name.";
  let description = [{
    `indices` is a vector, and `offsets` where each bag begins in it, in increasing order, the first at 0; or
    without `offsets` a matrix, of which each row is a bag. `mode` is "mean" (the default), "sum" or "max". With
    `per_sample_weights`, of the shape of the indices, which only the sum takes, each row is multiplied by its
    weight first. A bag of nothing gives zeros, as does an index out of range. Those equally large share
    the cotangent.

    ```mlir
    %y = composite.embedding_bag %indices, %weight offsets %o : tensor<2xi64>
        : tensor<4xi64>, tensor<10x3xf32>   // tensor<2x3xf32>
    ```
  }];
  let arguments = (ins IntegerTensor:$indices, FloatTensor:$weight, Optional<IntegerTensor>:$offsets,
                       Optional<FloatTensor>:$per_sample_weights,
                       DefaultValuedOptionalStrAttr<StrAttr, "mean">:$mode);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $indices `,` $weight (`offsets` $offsets^ `:` type($offsets))?
    (`weights` $per_sample_weights^ `:` type($per_sample_weights))?
    (`mode` $mode^)? attr-dict
    `:` type($indices) `,` type($weight)
  }];
}
def : LayerFunction<EmbeddingBagOp> {
  let example = [{
    >>> weight = ct.array([[1.0, 2.0], [3.0, 4.0]])
    >>> ct.nn.embedding_bag(ct.array([1, 0, 1]), weight, ct.array([0, 2]), mode="sum")
    Tensor([[4., 6.],
            [3., 4.]], dtype=float32)
  }];
}

#endif
