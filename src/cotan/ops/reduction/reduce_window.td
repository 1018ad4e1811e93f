#ifndef COTAN_OPS_REDUCE_WINDOW
#define COTAN_OPS_REDUCE_WINDOW

include "cotan/ir/composite/composite.td"

def ReduceWindowOp : Composite_Op<"reduce_window", [InfersType]> {
  let summary = "The sum, mean, product, maximum or minimum of each window.";
  let description = [{
    As XLA's ReduceWindow. Each attribute has one number per axis: the windows have `window` elements,
    `dilations` apart, and move by `strides`; `low` and `high` elements are added around x first, which
    are 0, for products 1, and the least or the largest there is for a maximum or minimum. `kind` is
    "sum", "mean", "prod", "max" or "min"; a mean counts what was added. One window must fit, and have no
    more than 65536 elements along any axis.

    Sums, means and products of f16 and bf16 are computed in f32. Of equal elements, the first one in
    the window gets the cotangent of a maximum or minimum, as in JAX.

    Composite: axis by axis, slices of x are combined, in one loop of compiled code.

    ```mlir
    %y = composite.reduce_window "max" %x window [2] strides [2] dilations [1] low [0] high [0]
        : tensor<8xf32>   // tensor<4xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, StrAttr:$kind, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $kind $x `window` $window `strides` $strides `dilations` $dilations `low` $low `high` $high attr-dict
    `:` type($x)
  }];
}

def WindowExtremumOp : Composite_Op<"window_extremum", [InfersType, HasVjp, HasJvp]> {
  let summary = "The maximum of each window along one axis, or with `minimum` the minimum.";
  let description = [{
    One step of `composite.reduce_window`, without padding, with a derivative rule of its own: the first
    of equal elements gets the cotangent, where its parts would share it.

    ```mlir
    %y = composite.window_extremum %x axis 0 window 2 stride 2 dilation 1 : tensor<8xf32>   // tensor<4xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, I64Attr:$axis, I64Attr:$window, I64Attr:$stride,
                       I64Attr:$dilation, UnitAttr:$minimum);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $x `axis` $axis `window` $window `stride` $stride `dilation` $dilation attr-dict `:` type($x)
  }];
}

#endif
