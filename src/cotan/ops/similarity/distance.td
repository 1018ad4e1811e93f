#ifndef COTAN_OPS_DISTANCE
#define COTAN_OPS_DISTANCE

include "cotan/ir/composite/composite.td"

def CosineSimilarityOp : Composite_Op<"cosine_similarity",
    [InfersType, HasBatch, IsBroadcasting, SameTypeOperands]> {
  let summary = "The cosine of the angle between vectors along an axis.";
  let description = [{
    `sum(x y) / (max(|x|, epsilon) max(|y|, epsilon))`. f16 and bf16 are computed in f32.

    ```mlir
    %s = composite.cosine_similarity %x, %y axis 1 : tensor<8x3xf32>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y, I64Attr:$axis,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-8)">:$epsilon);
  let results = (outs FloatTensor:$similarity);
  let assemblyFormat = "$x `,` $y `axis` $axis attr-dict `:` type($x)";
}
def : LayerFunction<CosineSimilarityOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.cosine_similarity(ct.array([3.0, 4.0]), ct.array([1.0, 0.0]))
    Tensor(0.6, dtype=float32)
  }];
}

def PairwiseDistanceOp : Composite_Op<"pairwise_distance",
    [InfersType, IsBroadcasting, SameTypeOperands]> {
  let summary = "The distances of vectors along the last axis.";
  let description = [{
    The norm of order `p`, `(sum |d|^p)^(1 / p)`, of `d = x - y + epsilon`. `keepdims` leaves the axis in the
    result with size 1. f16 and bf16 are computed in f32.

    ```mlir
    %s = composite.pairwise_distance %x, %y : tensor<8x3xf32>   // tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$p,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-6)">:$epsilon,
                       UnitAttr:$keepdims);
  let results = (outs FloatTensor:$distance);
  let assemblyFormat = "$x `,` $y (`keepdims` $keepdims^)? attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<PairwiseDistanceOp> {
  let example = [{
    >>> ct.nn.pairwise_distance(ct.array([3.0, 4.0]), ct.array([0.0, 0.0]), epsilon=0.0)
    Tensor(5., dtype=float32)
  }];
}

def CdistOp : Composite_Op<"cdist", [InfersType]> {
  let summary = "The distances of all rows of x from all rows of y.";
  let description = [{
    `z[..., i, j]` is the norm of order `p`, `(sum |d|^p)^(1 / p)`, of `d = x[..., i, :] - y[..., j, :]`; all
    other axes are the same. The derivative at equal rows is 0. f16 and bf16 are computed in f32.

    ```mlir
    %z = composite.cdist %x, %y : tensor<8x3xf32>, tensor<5x3xf32>   // tensor<8x5xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$p);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x) `,` type($y)";
  let hasVerifier = 1;
}
def : LayerFunction<CdistOp> {
  let example = [{
    >>> ct.nn.cdist(ct.array([[0.0, 0.0], [3.0, 4.0]]), ct.array([[0.0, 0.0]]))
    Tensor([[0.],
            [5.]], dtype=float32)
  }];
}

def PdistOp : Composite_Op<"pdist", [InfersType]> {
  let summary = "The distances of all pairs of rows.";
  let description = [{
    The norms of order `p` of `x[i] - x[j]` for all i < j, row by row as in `scipy.spatial.distance.pdist`. x
    is a matrix of a known number of rows. The derivative at equal rows is 0. f16 and bf16 are computed in
    f32.

    ```mlir
    %z = composite.pdist %x : tensor<4x3xf32>   // tensor<6xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$p);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<PdistOp> {
  let example = [{
    >>> ct.nn.pdist(ct.array([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]]))
    Tensor([5.       , 1.       , 4.2426405], dtype=float32)
  }];
}

#endif
