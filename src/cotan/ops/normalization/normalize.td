#ifndef COTAN_OPS_NORMALIZE
#define COTAN_OPS_NORMALIZE

include "cotan/ir/composite/composite.td"

def NormalizeOp : Composite_UnaryOp<"normalize", [HasBatch]> {
  let summary = "Vectors along an axis divided by their norms.";
  let description = [{
    `y = x / max(norm, epsilon)`; the norm is that of order `p`, `(sum |x|^p)^(1 / p)`, along `axis`. f16
    and bf16 are computed in f32.

    ```mlir
    %y = composite.normalize %x axis 1 : tensor<8x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, DefaultValuedAttr<F64Attr, "::llvm::APFloat(2.0)">:$p,
                       I64Attr:$axis, DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-12)">:$epsilon);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<NormalizeOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.normalize(ct.array([3.0, 4.0]))
    Tensor([0.6, 0.8], dtype=float32)
  }];
}

def WeightNormOp : Composite_Op<"weight_norm", [AllTypesMatch<["v", "y"]>, HasSizesOfFirst]> {
  let summary = "Weights in the directions of v, whose sizes are those of g.";
  let description = [{
    `y = g * v / norm(v)`; g has one element for each place along `axis`, and the norm is the Euclidean one
    along all other axes. 0 where the norm is. f16 and bf16 are computed in f32. Source: Salimans and
    Kingma, 2016.

    ```mlir
    %y = composite.weight_norm %v, %g axis 0 : tensor<8x3xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$v, FloatTensor:$g, I64Attr:$axis);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$v `,` $g `axis` $axis attr-dict `:` type($v) `,` type($g)";
  let hasVerifier = 1;
}
def : LayerFunction<WeightNormOp> {
  let defaults = (with "0":$axis);
  let example = [{
    >>> ct.nn.weight_norm(ct.array([[3.0, 4.0], [0.0, 2.0]]), ct.array([10.0, 1.0]))
    Tensor([[6., 8.],
            [0., 1.]], dtype=float32)
  }];
}

#endif
