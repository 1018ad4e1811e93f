#ifndef COTAN_OPS_REDUCTION
#define COTAN_OPS_REDUCTION

include "cotan/ir/prim/prim.td"

/// One number from all that lie along some axes.
class Prim_ReductionOp<string mnemonic, list<Trait> traits = [], Type type = NumberTensor>
    : Prim_Op<mnemonic, !listconcat([InfersType, HasBatch, Reduces], traits)> {
  let arguments = (ins type:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs type:$y);
  let assemblyFormat = "$x `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` type($x)";
}

def SumOp : Prim_ReductionOp<"sum", [IsLinear, HasVjp], AnyNumberTensor> {
  let summary = "Sum along axes.";
  let description = [{
    `axes` increase; with none of them x is returned. `keepdims` leaves them in the result with
    size 1. The sum of nothing is 0. Integers wrap around. Floats are added in their own type, in an
    order of the compiler's choice; f16 and bf16 in f32, and rounded at the end. So the error is at
    most n roundings of the sum of the n magnitudes. The interpreter rounds once.

    ```mlir
    %y = prim.sum %x axes [0, 2] : tensor<2x3x4xf32>            // tensor<3xf32>
    %z = prim.sum %x axes [0, 2] keepdims : tensor<2x3x4xf32>   // tensor<1x3x1xf32>
    ```
  }];
  let hasFolder = 1;
}

def ProdOp : Prim_ReductionOp<"prod", [HasVjp, HasJvp]> {
  let summary = "Product along axes.";
  let description = [{
    `axes` increase; with none of them x is returned. `keepdims` leaves them in the result with
    size 1. The product of nothing is 1. Integers wrap around. The derivative is right where x is 0
    too.

    ```mlir
    %y = prim.prod %x axes [1] : tensor<2x3xf32>   // tensor<2xf32>
    ```
  }];
}

def MaxOp : Prim_ReductionOp<"max", [HasVjp, HasJvp, SplitsParts], AnyNumberTensor> {
  let summary = "Largest element along axes.";
  let description = [{
    NaN if any element is NaN. `axes` increase; with none of them x is returned. `keepdims` leaves
    them in the result with size 1. The largest of nothing is minus infinity, of integers the
    smallest there is. Elements that are equally large share the cotangent equally, as in JAX.
    Complex numbers are compared as `prim.argmax` says; of nothing there is no largest one.

    ```mlir
    %y = prim.max %x axes [1] : tensor<2x3xf32>   // tensor<2xf32>
    ```
  }];
}

def MinOp : Prim_ReductionOp<"min", [HasVjp, HasJvp, SplitsParts], AnyNumberTensor> {
  let summary = "Smallest element along axes.";
  let description = [{
    NaN if any element is NaN. `axes` increase; with none of them x is returned. `keepdims` leaves
    them in the result with size 1. The smallest of nothing is infinity, of integers the largest
    there is. Elements that are equally small share the cotangent equally, as in JAX.
    Complex numbers are compared as `prim.argmin` says; of nothing there is no smallest one.

    ```mlir
    %y = prim.min %x axes [1] : tensor<2x3xf32>   // tensor<2xf32>
    ```
  }];
}

def AnyOp : Prim_ReductionOp<"any", [], BoolTensor> {
  let summary = "Whether at least one element along axes is true.";
  let description = [{
    `axes` increase; with none of them x is returned. `keepdims` leaves them in the result with
    size 1. Of nothing: false.

    ```mlir
    %y = prim.any %x axes [1] : tensor<2x3xi1>   // tensor<2xi1>
    ```
  }];
}

def AllOp : Prim_ReductionOp<"all", [], BoolTensor> {
  let summary = "Whether all elements along axes are true.";
  let description = [{
    `axes` increase; with none of them x is returned. `keepdims` leaves them in the result with
    size 1. Of nothing: true.

    ```mlir
    %y = prim.all %x axes [1] : tensor<2x3xi1>   // tensor<2xi1>
    ```
  }];
}

#endif
