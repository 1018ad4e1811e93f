#ifndef COTAN_OPS_REPEATING
#define COTAN_OPS_REPEATING

include "cotan/ir/composite/composite.td"

def ExpandOp : Composite_Op<"expand", [InfersType]> {
  let summary = "Repeats axes of size 1, and adds axes in front.";
  let description = [{
    `sizes` are those of the result, aligned at the last axis; -1 keeps the size x has there, which
    may be open.

    Composite: it is `prim.broadcast` to a shape that is found from x, and has its derivative and code.

    ```mlir
    %y = composite.expand %x sizes [2, -1, 4] : tensor<?x1xf32>   // tensor<2x?x4xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$sizes);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `sizes` $sizes attr-dict `:` type($x)";
}

def TileOp : Composite_Op<"tile", [InfersType]> {
  let summary = "Repeated as a whole, along each axis so often.";
  let description = [{
    As `numpy.tile`: `repeats` are aligned at the last axis; axes that x lacks are added in front, and
    axes that have no number are not repeated.

    Composite: it is a broadcast along new axes, which are then part of the old ones. Compiled code
    reads x where it lies.

    ```mlir
    %y = composite.tile %x repeats [2, 3] : tensor<4xf32>   // tensor<2x12xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, DenseI64ArrayAttr:$repeats);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `repeats` $repeats attr-dict `:` type($x)";
}

def RepeatInterleaveOp : Composite_Op<"repeat_interleave", [InfersType]> {
  let summary = "Each element along an axis so often, one behind the other.";
  let description = [{
    As `numpy.repeat` with one number.

    Composite: it is a broadcast along a new axis, which is then part of the old one. Compiled code
    reads x where it lies.

    ```mlir
    %y = composite.repeat_interleave %x repeats 3 axis 0 : tensor<4xf32>   // tensor<12xf32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, I64Attr:$repeats, I64Attr:$axis);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `repeats` $repeats `axis` $axis attr-dict `:` type($x)";
}

#endif
