#ifndef COTAN_OPS_GATHER
#define COTAN_OPS_GATHER

include "cotan/ir/prim/prim.td"

def TakeOp : Prim_Op<"take",
    [IsLinear, HasVjp, HasBatch, InfersType, LowersAndFollows, IsRuntimeCall]> {
  let summary = "Elements or slices of a tensor, picked by indices into one axis.";
  let description = [{
    As `numpy.take`: `axis` of x is replaced by the axes of `indices`. An index out of range,
    negative ones included, stands for the nearest one in range; with `clip = false`, it reads 0.
    Negative indices do not count from the end. With `last_only`, of indices that name the same
    slice only the last one (in row-major order) reads it, and the others read 0: the derivative
    of `prim.scatter` is made of it.

    ```mlir
    %y = prim.take %x at %i axis 0 : tensor<5x2xf32>, tensor<3xi64>   // tensor<3x2xf32>
    %z = prim.take %x at %i axis 0 {clip = false} : tensor<5x2xf32>, tensor<3xi64>
    ```
  }];
  // Optional: types are inferred before it has its default.
  let arguments = (ins AnyPrimTensor:$x, IndicesTensor:$indices, I64Attr:$axis,
      DefaultValuedOptionalAttr<BoolAttr, "true">:$clip, UnitAttr:$last_only);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `at` $indices `axis` $axis attr-dict `:` type($x) `,` type($indices)";
  let hasCanonicalizeMethod = 1;
}

def GatherNdOp : Prim_Op<"gather_nd",
    [IsLinear, HasVjp, HasBatch, InfersType, Lowers, IsRuntimeCall]> {
  let summary = "Elements or slices of a tensor, picked by tuples of indices.";
  let description = [{
    The last axis of `indices` has a static size k: it holds tuples of indices into the first k
    axes of x. The result has the other axes of `indices`, then the other axes of x. An index out
    of range, negative ones included, stands for the nearest one in range; with `clip = false`,
    a tuple that holds one reads 0. With `last_only`, of equal tuples only the last one (in
    row-major order) reads, and the others read 0.

    ```mlir
    %y = prim.gather_nd %x at %i : tensor<5x4x2xf32>, tensor<3x2xi64>   // tensor<3x2xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, IndicesTensor:$indices,
      DefaultValuedOptionalAttr<BoolAttr, "true">:$clip, UnitAttr:$last_only);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `at` $indices attr-dict `:` type($x) `,` type($indices)";
}

#endif
