#ifndef COTAN_OPS_LOCAL_RESPONSE_NORM
#define COTAN_OPS_LOCAL_RESPONSE_NORM

include "cotan/ir/composite/composite.td"

def LocalResponseNormOp : Composite_UnaryOp<"local_response_norm", [HasBatch]> {
  let summary = "Elements divided by what is around them along the axis of channels.";
  let description = [{
    `y = x / (k + alpha * m)^beta`; m is the sum of the squares of `size` elements around each one along
    `axis`, divided by `size`: of `size / 2` before it, itself, and `(size - 1) / 2` behind it, without
    those outside of x. Source: Krizhevsky et al., 2012.

    ```mlir
    %y = composite.local_response_norm %x size 5 axis 1 : tensor<8x16x4x4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$size,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-4)">:$alpha,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.75)">:$beta,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1.0)">:$k, I64Attr:$axis);
  let assemblyFormat = "$x `size` $size `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<LocalResponseNormOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.local_response_norm(ct.array([1.0, 1.0, 2.0]), 2, alpha=2.0, beta=1.0)
    Tensor([0.5       , 0.33333334, 0.33333334], dtype=float32)
  }];
}

#endif
