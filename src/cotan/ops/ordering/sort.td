#ifndef COTAN_OPS_SORT
#define COTAN_OPS_SORT

include "cotan/ir/prim/prim.td"

def SortOp : Prim_Op<"sort",
    [HasVjp, HasJvp, HasBatch, SameOperandsAndResultType, IsRuntimeCall, IsOfWholeComplex, HasSizes]> {
  let summary = "The elements along an axis in increasing order.";
  let description = [{
    With `descending`, in decreasing order. NaN counts as the largest number: it comes last, as in
    NumPy, and first if descending. Equal elements, among them -0 and 0, keep their order. Complex
    numbers are ordered by their real parts, then by the imaginary ones; those with NaN come last, at
    first those with a real part that is a number. Each element of the result passes its cotangent to
    the element of x it came from.

    ```mlir
    %y = prim.sort %x axis 0 : tensor<4xf32>
    %z = prim.sort %x axis 0 {descending} : tensor<4xf32>
    ```
  }];
  let arguments = (ins OrderedTensor:$x, I64Attr:$axis, UnitAttr:$descending);
  let results = (outs OrderedTensor:$y);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def ArgsortOp : Prim_Op<"argsort", [InfersType, HasBatch, IsRuntimeCall, IsOfWholeComplex]> {
  let summary = "Where the elements of the sorted tensor are found in x, along an axis.";
  let description = [{
    `take_along_axis(x, argsort(x, axis), axis)` is `sort(x, axis)`; the order is that of
    `prim.sort`. The indices are i64.

    ```mlir
    %i = prim.argsort %x axis 0 : tensor<4xf32>   // tensor<4xi64>
    ```
  }];
  let arguments = (ins OrderedTensor:$x, I64Attr:$axis, UnitAttr:$descending);
  let results = (outs IndicesTensor:$indices);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
}

#endif
