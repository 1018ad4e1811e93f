#ifndef COTAN_OPS_TAKE_ALONG_AXIS
#define COTAN_OPS_TAKE_ALONG_AXIS

include "cotan/ir/prim/prim.td"

def TakeAlongAxisOp : Prim_Op<"take_along_axis",
    [IsLinear, HasVjp, HasBatch, InfersType, LowersAndFollows, IsRuntimeCall]> {
  let summary = "One element per index, each index moving along an axis from its own place.";
  let description = [{
    As `numpy.take_along_axis`: `y[i, j, k] = x[i, indices[i, j, k], k]` for axis 1. x and `indices`
    have one shape but for `axis`. An index out of range, negative ones included, stands for the
    nearest one in range; with `clip = false`, it reads 0. With `last_only`, of indices that name
    one element only the last one reads it, and the others read 0.

    ```mlir
    // tensor<2x3xf32>
    %y = prim.take_along_axis %x at %i axis 1 : tensor<2x5xf32>, tensor<2x3xi64>
    ```
  }];
  // Optional: types are inferred before it has its default.
  let arguments = (ins AnyPrimTensor:$x, IndicesTensor:$indices, I64Attr:$axis,
      DefaultValuedOptionalAttr<BoolAttr, "true">:$clip, UnitAttr:$last_only);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `at` $indices `axis` $axis attr-dict `:` type($x) `,` type($indices)";
}

def PutAlongAxisOp : Prim_Op<"put_along_axis",
    [IsLinear, HasVjp, HasBatch, AllTypesMatch<["x", "y"]>, IsRuntimeCall, HasSizes,
     AddsUpdates, IsSparse]> {
  let summary = "A tensor with one element replaced or added to per index, along an axis.";
  let description = [{
    As `numpy.put_along_axis`: `y` is `x`, but `y[i, indices[i, j, k], k] = updates[i, j, k]` for
    axis 1. Of updates at one place, the last one wins, and only it gets a cotangent. With `add`,
    updates are added to what is there, and at one place they add up. An update whose index is out
    of range, negative ones included, is dropped; with `clip = true`, it goes to the nearest index
    in range.

    ```mlir
    %y = prim.put_along_axis %x at %i update %u axis 1
        : tensor<2x5xf32>, tensor<2x3xi64>, tensor<2x3xf32>
    %z = prim.put_along_axis %x at %i update %u axis 1 {add}
        : tensor<2x5xf32>, tensor<2x3xi64>, tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, IndicesTensor:$indices, AnyPrimTensor:$updates,
      I64Attr:$axis, UnitAttr:$add, DefaultValuedAttr<BoolAttr, "false">:$clip);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = [{
    $x `at` $indices `update` $updates `axis` $axis attr-dict
    `:` type($x) `,` type($indices) `,` type($updates)
  }];
  let hasVerifier = 1;
}

#endif
