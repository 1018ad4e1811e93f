#ifndef COTAN_OPS_BILINEAR
#define COTAN_OPS_BILINEAR

include "cotan/ir/composite/composite.td"

def BilinearOp : Composite_Op<"bilinear", [InfersType]> {
  let summary = "Numbers that are linear in each of two vectors.";
  let description = [{
    `z[..., k] = sum(x[..., i] weight[k, i, j] y[..., j]) + bias[k]` over i and j; x and y have the same other
    axes. `bias` may be missing.

    ```mlir
    %z = composite.bilinear %x, %y, %weight
        : tensor<8x3xf32>, tensor<8x4xf32>, tensor<5x3x4xf32>   // tensor<8x5xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y, FloatTensor:$weight, Optional<FloatTensor>:$bias);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = [{
    $x `,` $y `,` $weight (`bias` $bias^ `:` type($bias))? attr-dict
    `:` type($x) `,` type($y) `,` type($weight)
  }];
}
def : LayerFunction<BilinearOp> {
  let example = [{
    >>> ct.nn.bilinear(ct.array([1.0, 2.0]), ct.array([3.0]), ct.ones((1, 2, 1)), ct.array([0.5]))
    Tensor([9.5], dtype=float32)
  }];
}

#endif
