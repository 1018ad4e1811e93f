#ifndef COTAN_OPS_MODE
#define COTAN_OPS_MODE

include "cotan/ir/composite/composite.td"

def ModeOp : Composite_Op<"mode", [InfersType, HasBatch]> {
  let summary = "The most frequent element along an axis, and where it stands last.";
  let description = [{
    Of those equally frequent, the smallest. `keepdims` leaves the axis in the results with size 1. The
    derivative is that of the element which is named. An axis without elements is an error.

    ```mlir
    %values, %indices = composite.mode %x axis 1 : tensor<2x5xf32>   // tensor<2xf32>, tensor<2xi64>
    ```
  }];
  let arguments = (ins NumberTensor:$x, I64Attr:$axis, UnitAttr:$keepdims);
  let results = (outs NumberTensor:$values, IntegerTensor:$indices);
  let assemblyFormat = "$x `axis` $axis (`keepdims` $keepdims^)? attr-dict `:` type($x)";
}
def : ArrayFunction<ModeOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.mode(ct.array([3, 1, 2, 1, 3]))
    (Tensor(1, dtype=int64), Tensor(3, dtype=int64))
  }];
}

#endif
