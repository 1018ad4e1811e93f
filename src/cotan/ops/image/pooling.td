#ifndef COTAN_OPS_POOLING
#define COTAN_OPS_POOLING

include "cotan/ir/composite/composite.td"

def AdaptiveAvgPoolOp : Composite_Op<"adaptive_avg_pool", [InfersType]> {
  let summary = "The mean of each part of spatial axes that are cut as evenly as can be.";
  let description = [{
    x is `[..., spatial..., channels]`; `sizes` are those of the spatial axes of the result. Place i of an axis
    is the mean of the elements from `floor(i m / n)` up to `ceil((i + 1) m / n)`, where m is the size and n
    that of the result. f16 and bf16 are computed in f32.

    ```mlir
    %y = composite.adaptive_avg_pool %x sizes [2, 3] : tensor<8x5x6x4xf32>   // tensor<8x2x3x4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, DenseI64ArrayAttr:$sizes);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `sizes` $sizes attr-dict `:` type($x)";
}

def AdaptiveMaxPoolOp : Composite_Op<"adaptive_max_pool", [InfersType]> {
  let summary = "The largest element of each such part, and where it is.";
  let description = [{
    The parts are those of `composite.adaptive_avg_pool`. `indices` count the elements of all spatial axes in
    row-major order, as `composite.max_unpool` takes them. Of equal elements the first one is found, and has
    the derivative; NaN is the largest.

    ```mlir
    %y, %i = composite.adaptive_max_pool %x sizes [2, 3] : tensor<8x5x6x4xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, DenseI64ArrayAttr:$sizes);
  let results = (outs NumberTensor:$y, IntegerTensor:$indices);
  let assemblyFormat = "$x `sizes` $sizes attr-dict `:` type($x)";
}

def MaxPoolWithIndicesOp : Composite_Op<"max_pool_with_indices", [InfersType]> {
  let summary = "The largest element in each window, and where it is.";
  let description = [{
    x is `[..., spatial..., channels]`. Each attribute has one number per spatial axis: windows have `window`
    elements and move by `strides`; `low` and `high` elements that are never the largest are added around x
    first, fewer than a window has. `indices` count the elements of all spatial axes of x in row-major order.
    Of equal elements the first one is found, and has the derivative; NaN is the largest.

    ```mlir
    %y, %i = composite.max_pool_with_indices %x window [2, 2] strides [2, 2] low [0, 0] high [0, 0]
        : tensor<8x4x4x3xf32>   // tensor<8x2x2x3xf32>, tensor<8x2x2x3xi64>
    ```
  }];
  let arguments = (ins NumberTensor:$x, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs NumberTensor:$y, IntegerTensor:$indices);
  let assemblyFormat = [{
    $x `window` $window `strides` $strides `low` $low `high` $high attr-dict `:` type($x)
  }];
}

def FractionalMaxPoolOp : Composite_Op<"fractional_max_pool", [InfersType]> {
  let summary = "The largest element in each window, of windows at random distances, and where it is.";
  let description = [{
    x is `[..., spatial..., channels]`, `samples` are `[..., channels, spatial axes]`, numbers in [0, 1): one u
    for each axis of each image and channel. `sizes` are those of the spatial axes of the result. Along an axis
    of m elements, window i of n, which has w elements, begins at `floor((i + u) a) - floor(u a)`, where a is
    `(m - w) / (n - 1)`, and the last one at `m - w`. As `torch.nn.functional.fractional_max_pool2d`; places are
    computed in f64. `indices` count the elements of all spatial axes in row-major order. Of equal elements
    the first one is found, and has the derivative; NaN is the largest. Source: Graham, 2014.

    ```mlir
    %y, %i = composite.fractional_max_pool %x, %u window [2, 2] sizes [3, 3]
        : tensor<8x5x6x4xf32>, tensor<8x4x2xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, FloatTensor:$samples, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$sizes);
  let results = (outs NumberTensor:$y, IntegerTensor:$indices);
  let assemblyFormat = [{
    $x `,` $samples `window` $window `sizes` $sizes attr-dict `:` type($x) `,` type($samples)
  }];
}

def MaxUnpoolOp : Composite_Op<"max_unpool", [InfersType]> {
  let summary = "Elements put back where they were found by a max_pool; all else is 0.";
  let description = [{
    x and `indices` are `[..., spatial..., channels]`, y is `[..., output_size..., channels]`. The indices count the
    elements of all spatial axes of y in row-major order, as `composite.max_pool_with_indices` gives them. Of
    several elements at one place the last one stays, and has the derivative; what is out of range is dropped.

    ```mlir
    %y = composite.max_unpool %x, %i output_size [4, 4] : tensor<8x2x2x3xf32>, tensor<8x2x2x3xi64>
    ```
  }];
  let arguments = (ins NumberTensor:$x, IndicesTensor:$indices, DenseI64ArrayAttr:$output_size);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = "$x `,` $indices `output_size` $output_size attr-dict `:` type($x) `,` type($indices)";
}
def : LayerFunction<MaxUnpoolOp> {
  let example = [{
    >>> ct.nn.max_unpool(ct.array([[5.0], [7.0]]), ct.array([[1], [2]]), 4).tolist()
    [[0.0], [5.0], [7.0], [0.0]]
  }];
}

def LpPoolOp : Composite_Op<"lp_pool", [InfersType]> {
  let summary = "The norm of order p of each window.";
  let description = [{
    `(sum |x|^p)^(1 / p)`; x is `[..., spatial..., channels]`, and each attribute has one number per spatial axis:
    windows have `window` elements and move by `strides`; `low` and `high` zeros are added around x first. The
    derivative where all elements are 0 is 0. f16 and bf16 are computed in f32.

    ```mlir
    %y = composite.lp_pool %x p 2.0 window [2, 2] strides [2, 2] low [0, 0] high [0, 0] : tensor<8x4x4x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, F64Attr:$p, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `p` $p `window` $window `strides` $strides `low` $low `high` $high attr-dict `:` type($x)
  }];
  let hasVerifier = 1;
}

#endif
