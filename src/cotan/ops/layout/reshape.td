#ifndef COTAN_OPS_RESHAPE
#define COTAN_OPS_RESHAPE

include "cotan/ir/prim/prim.td"

def ReshapeOp : Prim_Op<"reshape", [IsLinear, HasVjp, HasBatch, IsView, LowersByRowsAndFollows, HasSizes]> {
  let summary = "The same elements in row-major order under another shape.";
  let description = [{
    The number of elements stays. `shape` is needed where the result's sizes are not static.

    ```mlir
    %y = prim.reshape %x : tensor<6xf32> -> tensor<2x3xf32>
    %z = prim.reshape %x to %s : tensor<?xf32>, tensor<2xi64> -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, Optional<ShapeTensor>:$shape);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x (`to` $shape^)? attr-dict `:` type($x) (`,` type($shape)^)? `->` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def ExpandDimsOp : Prim_Op<"expand_dims",
    [IsLinear, HasVjp, HasBatch, InfersType, IsView, LowersAndFollows]> {
  let summary = "Inserts axes of size 1.";
  let description = [{
    `axes` are the positions of the new axes in the result, as in `numpy.expand_dims`, in
    increasing order.

    ```mlir
    %y = prim.expand_dims %x axes [0, 2] : tensor<3xf32>   // tensor<1x3x1xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `axes` $axes attr-dict `:` type($x)";
  let hasFolder = 1;
}

def SqueezeOp : Prim_Op<"squeeze", [IsLinear, HasVjp, HasBatch, InfersType, IsView, LowersAndFollows]> {
  let summary = "Removes axes of size 1.";
  let description = [{
    `axes` are removed, as in `numpy.squeeze`, in increasing order. An axis of another size is an
    error.

    ```mlir
    %y = prim.squeeze %x axes [0, 2] : tensor<1x3x1xf32>   // tensor<3xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `axes` $axes attr-dict `:` type($x)";
  let hasFolder = 1;
}

def TransposeOp : Prim_Op<"transpose",
    [IsLinear, HasVjp, HasBatch, InfersType, LowersAndFollows, Permuting]> {
  let summary = "Permutes the axes.";
  let description = [{
    Axis i of the result is axis `permutation[i]` of x, as in `numpy.transpose`.

    ```mlir
    %y = prim.transpose %x permutation [1, 0] : tensor<2x3xf32>   // tensor<3x2xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `permutation` $permutation attr-dict `:` type($x)";
  let hasFolder = 1;
}

#endif
