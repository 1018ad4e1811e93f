#ifndef COTAN_OPS_COLLECTIVE
#define COTAN_OPS_COLLECTIVE

include "cotan/ir/composite/composite.td"
include "cotan/ir/interfaces/collective.td"

/// What the lanes of a batch make together. Composite: it means what it is of one lane alone, the
/// first of them, until a batch whose axis has the name takes all of them together.
class Composite_CollectiveOp<string mnemonic, list<Trait> traits>
    : Composite_Op<mnemonic, !listconcat([HasVjp, IsOfWholeComplex,
        DeclareOpInterfaceMethods<Collective>], traits)>;

def PsumOp : Composite_CollectiveOp<"psum",
    [IsLinear, HasBatch, AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "The sum over the lanes of a batch.";
  let description = [{
    The sum of what the lanes along the axis `axis_name` hold, those that come here: not those that go
    another way at a branch around it, or whose loop has ended. It is the same for all. As `jax.lax.psum`;
    its derivative is a `psum`, too. Half types are added up in f32.

    Composite: of a lane alone it is x.

    ```mlir
    %y = composite.psum %x over "i" : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, StrAttr:$axis_name);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = "$x `over` $axis_name attr-dict `:` type($x)";
}

def AllGatherOp : Composite_CollectiveOp<"all_gather", [IsLinear, HasBatch]> {
  let summary = "What each lane of a batch holds.";
  let description = [{
    What the lanes along the axis `axis_name` hold, along a new axis at `axis`: zeros for those that do
    not come here. It is the same for all. As `jax.lax.all_gather`; its derivative is `psum_scatter`.

    Composite: of a lane alone it is x, then zeros.

    ```mlir
    %y = composite.all_gather %x over "i" axis 0 : tensor<4xf32> -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, StrAttr:$axis_name, I64Attr:$axis);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `over` $axis_name `axis` $axis attr-dict `:` type($x) `->` type($y)";
  let hasVerifier = 1;
}

def PsumScatterOp : Composite_CollectiveOp<"psum_scatter", [IsLinear, HasBatch]> {
  let summary = "To each lane of a batch its part of the sum over them.";
  let description = [{
    Lane i along the axis `axis_name` gets what is at place i, along `axis`, of the sum of what the lanes
    hold, those that come here. As `jax.lax.psum_scatter`; its derivative is `all_gather`. Half types are
    added up in f32.

    Composite: of a lane alone it is what is at place 0.

    ```mlir
    %y = composite.psum_scatter %x over "i" axis 0 : tensor<3x4xf32> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, StrAttr:$axis_name, I64Attr:$axis);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = "$x `over` $axis_name `axis` $axis attr-dict `:` type($x) `->` type($y)";
  let hasVerifier = 1;
}

def PpermuteOp : Composite_CollectiveOp<"ppermute",
    [IsLinear, HasBatch, AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "To each lane of a batch what another one holds.";
  let description = [{
    Lane i along the axis `axis_name` gets what lane `sources[i]` holds: zeros if that is -1, or does not
    come here. No two have one source. As `jax.lax.ppermute`; its derivative is the inverse one.

    Composite: of a lane alone it is x if lane 0 is its own source, else zeros.

    ```mlir
    %y = composite.ppermute %x over "i" sources [2, 0, -1] : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, StrAttr:$axis_name, DenseI64ArrayAttr:$sources);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `over` $axis_name `sources` $sources attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def AllToAllOp : Composite_CollectiveOp<"all_to_all",
    [IsLinear, HasBatch, AllTypesMatch<["x", "y"]>, HasSizesOfFirst]> {
  let summary = "From each lane of a batch to each other one a part.";
  let description = [{
    What lane i along the axis `axis_name` gets at place j, along `axis`, is what lane j holds at place i:
    zeros from lanes that do not come here. As `jax.lax.all_to_all`, with one axis; its derivative is the
    same.

    Composite: of a lane alone it is what is at place 0, then zeros.

    ```mlir
    %y = composite.all_to_all %x over "i" axis 0 : tensor<3x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, StrAttr:$axis_name, I64Attr:$axis);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `over` $axis_name `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def AxisIndexOp : Composite_CollectiveOp<"axis_index", [IsZeroDerivative, InfersType]> {
  let summary = "The number of the lane in a batch.";
  let description = [{
    0, 1, ... along the axis `axis_name`. As `jax.lax.axis_index`.

    Composite: of a lane alone it is 0.

    ```mlir
    %i = composite.axis_index over "i"   // tensor<i64>
    ```
  }];
  let arguments = (ins StrAttr:$axis_name);
  let results = (outs TensorRankOf<[I64], [0]>:$i);
  let assemblyFormat = "`over` $axis_name attr-dict";
}

#endif
