#ifndef COTAN_OPS_SLICE
#define COTAN_OPS_SLICE

include "cotan/ir/prim/prim.td"

def SliceOp : Prim_Op<"slice", [IsLinear, HasVjp, HasBatch, InfersType, LowersByRows]> {
  let summary = "Every stride-th element from start up to limit, along each axis.";
  let description = [{
    As `x[start:limit:stride]` of NumPy, but with `0 <= start <= limit <= size` and a positive
    stride: nothing is clamped or counted from the end. The limit `?` is the size of the axis. To
    leave out a number of elements at an end of unknown place use `prim.pad` with a negative
    `high`; to reverse use `prim.flip`.

    ```mlir
    // tensor<2x2xf32>
    %y = prim.slice %x starts [0, 1] limits [?, 4] strides [1, 2] : tensor<2x5xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$limits,
      DenseI64ArrayAttr:$strides);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `starts` $starts `limits` custom<Limits>($limits) `strides` $strides attr-dict `:` type($x)
  }];
  let hasFolder = 1;
}

def DynamicSliceOp : Prim_Op<"dynamic_slice", [IsLinear, HasVjp, HasBatch, Lowers, HasSizes]> {
  let summary = "A block of a tensor, at a place known at run time.";
  let description = [{
    The block has the sizes of the result, and begins at `start` (one i64 per axis). A start that
    would make the block stick out is moved so that it fits, as in `jax.lax.dynamic_slice`. `shape`
    is needed where the result's sizes are not static. A block larger than x is an error.

    ```mlir
    %y = prim.dynamic_slice %x at %i : tensor<5x4xf32>, tensor<2xi64> -> tensor<2x4xf32>
    %z = prim.dynamic_slice %x at %i to %s
        : tensor<5x4xf32>, tensor<2xi64>, tensor<2xi64> -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, ShapeTensor:$start, Optional<ShapeTensor>:$shape);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `at` $start (`to` $shape^)? attr-dict
    `:` type($x) `,` type($start) (`,` type($shape)^)? `->` type($y)
  }];
  let hasVerifier = 1;
}

def DynamicUpdateSliceOp : Prim_Op<"dynamic_update_slice", [IsLinear, HasVjp, HasBatch, Lowers, HasSizes,
    IsRuntimeCall, Updates, IsSparse, AllTypesMatch<["x", "y"]>]> {
  let summary = "A tensor with a block of it replaced, at a place known at run time.";
  let description = [{
    `y` is `x`, but for the block at `start` (one i64 per axis), which is `update`. A start that
    would make the block stick out is moved so that it fits, as in
    `jax.lax.dynamic_update_slice`. An update larger than x is an error.

    ```mlir
    %y = prim.dynamic_update_slice %x at %i update %u
        : tensor<5x4xf32>, tensor<2xi64>, tensor<2x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, ShapeTensor:$start, AnyPrimTensor:$update);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `at` $start `update` $update attr-dict `:` type($x) `,` type($start) `,` type($update)
  }];
  let hasVerifier = 1;
}

#endif
