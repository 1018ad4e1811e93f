#ifndef COTAN_OPS_SPECTRAL_NORM
#define COTAN_OPS_SPECTRAL_NORM

include "cotan/ir/composite/composite.td"

def SpectralNormOp : Composite_Op<"spectral_norm",
    [InfersType, AllElementTypesMatch<["x", "u", "v", "y", "next_u", "next_v"]>]> {
  let summary = "A matrix divided by its largest singular value, found by the power method.";
  let description = [{
    `iterations` times, `u = x v / |x v|` and `v = x' u / |x' u|`, each norm at least `epsilon`; then
    `y = x / (u' x v)`. u, one element per row, and v, one per column, are given, and results for the next
    step of training. As in PyTorch no derivative flows through what finds them. f16 and bf16 are computed
    in f32. Source: Miyato et al., 2018.

    ```mlir
    %y, %next_u, %next_v = composite.spectral_norm %x, %u, %v
        : tensor<3x4xf32>, tensor<3xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$u, FloatTensor:$v,
                       DefaultValuedAttr<I64Attr, "1">:$iterations,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(1e-12)">:$epsilon);
  let results = (outs FloatTensor:$y, FloatTensor:$next_u, FloatTensor:$next_v);
  let assemblyFormat = "$x `,` $u `,` $v attr-dict `:` type($x) `,` type($u) `,` type($v)";
  let hasVerifier = 1;
}
def : LayerFunction<SpectralNormOp> {
  let example = [{
    >>> x = ct.array([[2.0, 0.0], [0.0, 1.0]])
    >>> y, u, v = ct.nn.spectral_norm(x, ct.ones(2), ct.ones(2), iterations=50)
    >>> y.round(4)
    Tensor([[1. , 0. ],
            [0. , 0.5]], dtype=float32)
  }];
}

#endif
