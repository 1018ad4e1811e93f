#ifndef COTAN_OPS_GRID_SAMPLE
#define COTAN_OPS_GRID_SAMPLE

include "cotan/ir/composite/composite.td"

def AffineGridOp : Composite_Op<"affine_grid", [InfersType]> {
  let summary = "Where the pixels of an image come from, by an affine map: the grid of grid_sample.";
  let description = [{
    `theta` is `[..., n, n + 1]`, for images of n axes, whose sizes are `size`; the grid is `[..., size..., n]`:
    at each place, theta times the place's coordinates and a 1. Coordinates go from -1 to 1 along each axis,
    that of the last axis comes first; -1 and 1 are the centers of the first and the last pixel with
    `align_corners`, else their outer edges. f16 and bf16 are computed in f32. As
    `torch.nn.functional.affine_grid`, of which only the spatial sizes are given. Source: Jaderberg et al., 2015.

    ```mlir
    %grid = composite.affine_grid %theta size [4, 6] : tensor<8x2x3xf32>   // tensor<8x4x6x2xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$theta, DenseI64ArrayAttr:$size, UnitAttr:$align_corners);
  let results = (outs FloatTensor:$grid);
  let assemblyFormat = "$theta `size` $size (`align_corners` $align_corners^)? attr-dict `:` type($theta)";
}
def : LayerFunction<AffineGridOp> {
  let example = [{
    >>> ct.nn.affine_grid(ct.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]]), (1, 2)).tolist()
    [[[0.0, 0.0], [1.0, 0.0]]]
  }];
}

def GridSampleOp : Composite_Op<"grid_sample", [InfersType]> {
  let summary = "Elements of images at given places, between those of x.";
  let description = [{
    x is `[..., spatial..., channels]` with n spatial axes, 1 to 3 of them, the grid `[..., places..., n]` with n
    axes of places, y `[..., places..., channels]`. The n coordinates of a place go from -1 to 1 as those of
    `composite.affine_grid`, that of the last spatial axis first. As `torch.nn.functional.grid_sample`. `mode` is

    - "bilinear": between the 2^n elements around the place;
    - "nearest": the nearest element, of halves the one of even index;
    - "bicubic": of 4^n elements, by Keys' convolution with a = -0.75, for at most two axes.

    `padding_mode` is what lies outside: "zeros", "border", the nearest element of the border, or
    "reflection", the image mirrored at its border as often as it takes. f16 and bf16 are computed in f32.
    The derivative along the grid is 0 where a place is moved to the border.

    ```mlir
    %y = composite.grid_sample %x, %grid mode "nearest"
        : tensor<8x4x4x3xf32>, tensor<8x2x5x2xf32>   // tensor<8x2x5x3xf32>
    ```
  }];
  // Optional: types are inferred before they have their defaults.
  let arguments = (ins FloatTensor:$x, FloatTensor:$grid,
                       DefaultValuedOptionalStrAttr<StrAttr, "bilinear">:$mode,
                       DefaultValuedOptionalStrAttr<StrAttr, "zeros">:$padding_mode,
                       UnitAttr:$align_corners);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = [{
    $x `,` $grid (`mode` $mode^)? (`padding_mode` $padding_mode^)? (`align_corners` $align_corners^)? attr-dict
    `:` type($x) `,` type($grid)
  }];
}
def : LayerFunction<GridSampleOp> {
  let example = [{
    >>> image = ct.array([[[1.0], [2.0]], [[3.0], [4.0]]])
    >>> ct.nn.grid_sample(image, ct.array([[[0.0, 0.0]], [[0.5, -0.5]]])).tolist()
    [[[2.5]], [[2.0]]]
  }];
}

#endif
