#ifndef COTAN_OPS_INTERPOLATE
#define COTAN_OPS_INTERPOLATE

include "cotan/ir/composite/composite.td"

def InterpolateOp : Composite_Op<"interpolate", [InfersType]> {
  let summary = "Images of other sizes: elements between those of x.";
  let description = [{
    x is `[..., spatial..., channels]`; `sizes` has the size of each spatial axis of the result, or `?`, which
    stands for `floor(size * scale)`. As `torch.nn.functional.interpolate`, axis by axis. An axis of n places
    is made of one of m elements: place i lies at `s = (i + 1/2) r - 1/2`, where r is `1 / scale`, or `m / n`
    without a scale. `mode` is

    - "nearest": element `floor(i r)`, and "nearest-exact": element `floor((i + 1/2) r)`; of any numbers;
    - "linear": between the elements before and behind s, which is at least 0;
    - "cubic": of four elements around s, by Keys' convolution with a = -0.75;
    - "area": the mean of the elements from `floor(i m / n)` up to `ceil((i + 1) m / n)`.

    With `align_corners`, for "linear" and "cubic", s is `i (m - 1) / (n - 1)`: the first and the last elements
    stay where they are. With `antialias`, for the same, the weights of an axis that shrinks reach r times as
    far, and sum to 1; those of "cubic" are with a = -0.5.

    Places are computed in f64, f16 and bf16 in f32. Elements beyond the ends are those at the ends.

    ```mlir
    %y = composite.interpolate "linear" %x sizes [8, 8] : tensor<2x4x4x3xf32>   // tensor<2x8x8x3xf32>
    %z = composite.interpolate "cubic" %x sizes [?, ?] scale 2.0 : tensor<2x?x?x3xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, StrAttr:$mode, DenseI64ArrayAttr:$sizes,
                       OptionalAttr<F64Attr>:$scale, UnitAttr:$align_corners, UnitAttr:$antialias);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $mode $x `sizes` custom<Limits>($sizes) (`scale` $scale^)? (`align_corners` $align_corners^)?
    (`antialias` $antialias^)? attr-dict `:` type($x)
  }];
}

#endif
