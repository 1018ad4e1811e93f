#ifndef COTAN_OPS_BROADCAST
#define COTAN_OPS_BROADCAST

include "cotan/ir/prim/prim.td"

def ShapeOp : Prim_Op<"shape", [InfersType, IsOfShapes, HasBatch, Lowers]> {
  let summary = "The sizes of a tensor's axes.";
  let description = [{
    ```mlir
    %s = prim.shape %x : tensor<?x3xf32>   // tensor<2xi64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x);
  let results = (outs ShapeTensor:$shape);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasFolder = 1;
}

def BroadcastShapesOp : Prim_Op<"broadcast_shapes", [Lowers, HasSizes, IsRuntimeCall]> {
  let summary = "The shape that tensors of these shapes have together.";
  let description = [{
    NumPy's rules: shapes are aligned at the last axis, and an axis of size 1 is repeated. Sizes
    that do not fit end the program with an error.

    ```mlir
    %s = prim.broadcast_shapes %a, %b : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Variadic<ShapeTensor>:$shapes);
  let results = (outs ShapeTensor:$shape);
  let assemblyFormat = "$shapes attr-dict `:` functional-type($shapes, $shape)";
}

def BroadcastOp : Prim_Op<"broadcast", [IsLinear, HasVjp, HasBatch, LowersAndFollows, HasSizes]> {
  let summary = "Repeats a tensor to a larger shape.";
  let description = [{
    NumPy's rules: axes are aligned at the last one, an axis of size 1 is repeated, and leading axes
    are added. `shape` is needed where the result's sizes are not static.

    ```mlir
    %y = prim.broadcast %x : tensor<3x1xf32> -> tensor<2x3x4xf32>
    %z = prim.broadcast %x to %s : tensor<3x1xf32>, tensor<2xi64> -> tensor<3x?xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, Optional<ShapeTensor>:$shape);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x (`to` $shape^)? attr-dict `:` type($x) (`,` type($shape)^)? `->` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def SumToOp : Prim_Op<"sum_to", [IsLinear, HasVjp, HasBatch, IsRuntimeCall, HasSizes]> {
  let summary = "Sums over what a broadcast repeated.";
  let description = [{
    The inverse direction of `prim.broadcast`: axes that the result lacks, or has with size 1, are
    summed over. `shape` is needed where the result's sizes are not static.

    ```mlir
    %y = prim.sum_to %x : tensor<2x3x4xf32> -> tensor<3x1xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, Optional<ShapeTensor>:$shape);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = "$x (`to` $shape^)? attr-dict `:` type($x) (`,` type($shape)^)? `->` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
