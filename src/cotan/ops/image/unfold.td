#ifndef COTAN_OPS_UNFOLD
#define COTAN_OPS_UNFOLD

include "cotan/ir/composite/composite.td"

def UnfoldOp : Composite_Op<"unfold", [InfersType]> {
  let summary = "What windows see, one row for each window (im2col).";
  let description = [{
    x is `[..., spatial..., channels]`, y `[..., windows, channels w]`, with the windows in row-major order of
    their places and the w elements of each, channel by channel, in row-major order too, as
    `torch.nn.functional.unfold` has them. Each attribute has one number per spatial axis: windows have
    `window` elements, `dilations` apart, and move by `strides`; `low` and `high` zeros are added around x
    first. One window must fit.

    Composite: elements are taken by computed indices, axis by axis. Its derivative is `composite.fold`.

    ```mlir
    // tensor<8x9x12xf32>
    %y = composite.unfold %x window [2, 2] strides [1, 1] dilations [1, 1] low [0, 0] high [0, 0]
        : tensor<8x4x4x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `window` $window `strides` $strides `dilations` $dilations `low` $low `high` $high attr-dict
    `:` type($x)
  }];
}

def FoldOp : Composite_Op<"fold", [InfersType]> {
  let summary = "The sum of all windows, each at its place (col2im): the adjoint of unfold.";
  let description = [{
    x is `[..., windows, channels w]`, as `composite.unfold` makes it of `[..., sizes..., channels]`, which is
    the shape of y. Each element of y is the sum of the elements of x that `unfold` would take from it; those
    in the padding are dropped. Sums of f16 and bf16 are computed in f32.

    ```mlir
    // tensor<8x4x4x3xf32>
    %y = composite.fold %x sizes [4, 4] window [2, 2] strides [1, 1] dilations [1, 1] low [0, 0] high [0, 0]
        : tensor<8x9x12xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low,
                       DenseI64ArrayAttr:$high);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $x `sizes` $sizes `window` $window `strides` $strides `dilations` $dilations `low` $low `high` $high
    attr-dict `:` type($x)
  }];
}

#endif
