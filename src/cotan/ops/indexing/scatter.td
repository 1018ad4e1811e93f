#ifndef COTAN_OPS_SCATTER
#define COTAN_OPS_SCATTER

include "cotan/ir/prim/prim.td"

class Prim_ScatterOp<string mnemonic, Type type, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([IsLinear, HasVjp, HasBatch, Accumulates,
        AllTypesMatch<["x", "y"]>, IsRuntimeCall, HasSizes], traits)> {
  let arguments = (ins type:$x, IndicesTensor:$indices, type:$updates, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$clip);
  let results = (outs type:$y);
  let assemblyFormat = [{
    $x `at` $indices `update` $updates `axis` $axis attr-dict
    `:` type($x) `,` type($indices) `,` type($updates)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

class Prim_ScatterNdOp<string mnemonic, Type type, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([IsLinear, HasVjp, HasBatch, Accumulates,
        AllTypesMatch<["x", "y"]>, IsRuntimeCall, HasSizes], traits)> {
  let arguments = (ins type:$x, IndicesTensor:$indices, type:$updates,
      DefaultValuedAttr<BoolAttr, "false">:$clip);
  let results = (outs type:$y);
  let assemblyFormat = [{
    $x `at` $indices `update` $updates attr-dict
    `:` type($x) `,` type($indices) `,` type($updates)
  }];
  let hasVerifier = 1;
}

def ScatterOp : Prim_ScatterOp<"scatter", AnyPrimTensor, [Updates]> {
  let summary = "A tensor with slices replaced, at indices into one axis.";
  let description = [{
    `y` is `x`, but `take(y, indices, axis)` is `updates`, whose shape is that of
    `take(x, indices, axis)`. Of updates at one place, the last one (in row-major order) wins, and
    only it gets a cotangent. An update whose index is out of range, negative ones included, is
    dropped; with `clip = true`, it goes to the nearest index in range.

    ```mlir
    %y = prim.scatter %x at %i update %u axis 0
        : tensor<5x2xf32>, tensor<3xi64>, tensor<3x2xf32>
    ```
  }];
}

def ScatterAddOp : Prim_ScatterOp<"scatter_add", AnyNumberTensor, [AddsUpdates, IsSparse]> {
  let summary = "A tensor with slices added to, at indices into one axis.";
  let description = [{
    Adds each slice of `updates` to the slice of x that its index names: as `prim.scatter`, but
    updates at one place add up, as exactly as by `prim.sum`; integers wrap around.

    ```mlir
    %y = prim.scatter_add %x at %i update %u axis 0
        : tensor<5x2xf32>, tensor<3xi64>, tensor<3x2xf32>
    ```
  }];
}

def ScatterNdOp : Prim_ScatterNdOp<"scatter_nd", AnyPrimTensor, [Updates]> {
  let summary = "A tensor with slices replaced, at tuples of indices.";
  let description = [{
    `y` is `x`, but `gather_nd(y, indices)` is `updates`, whose shape is that of
    `gather_nd(x, indices)`. Of updates at one place, the last one (in row-major order) wins, and
    only it gets a cotangent. An update with an index out of range, negative ones included, is
    dropped; with `clip = true`, it goes to the nearest index in range.

    ```mlir
    %y = prim.scatter_nd %x at %i update %u : tensor<5x4xf32>, tensor<3x2xi64>, tensor<3xf32>
    ```
  }];
}

def ScatterNdAddOp : Prim_ScatterNdOp<"scatter_nd_add", AnyNumberTensor, [AddsUpdates, IsSparse]> {
  let summary = "A tensor with slices added to, at tuples of indices.";
  let description = [{
    As `prim.scatter_nd`, but updates are added to what is there, and at one place they add up, as
    exactly as by `prim.sum`; integers wrap around.

    ```mlir
    %y = prim.scatter_nd_add %x at %i update %u : tensor<5x4xf32>, tensor<3x2xi64>, tensor<3xf32>
    ```
  }];
}

#endif
