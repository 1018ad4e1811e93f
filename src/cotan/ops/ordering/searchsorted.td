#ifndef COTAN_OPS_SEARCHSORTED
#define COTAN_OPS_SEARCHSORTED

include "cotan/ir/prim/prim.td"

def SearchsortedOp : Prim_Op<"searchsorted", [InfersType, HasBatch, IsRuntimeCall, IsOfWholeComplex]> {
  let summary = "Where values belong in sorted rows.";
  let description = [{
    As `numpy.searchsorted`: the number of elements of the row that come before the value, and with
    `right` also those that are equal to it. The order is that of `prim.sort`. The last axis of
    `sorted` is that of the rows, which are in increasing order; in a row that is not, the place is the
    one that halving finds. Its other axes are also the first ones of `values`, whose elements are looked for in
    the row of the same indices. The places are i64.

    ```mlir
    %i = prim.searchsorted %values in %sorted : tensor<2x3xf32>, tensor<8xf32>   // tensor<2x3xi64>
    %j = prim.searchsorted %values in %rows {right} : tensor<2x3xf32>, tensor<2x8xf32>
    ```
  }];
  let arguments = (ins OrderedTensor:$values, OrderedTensor:$sorted, UnitAttr:$right);
  let results = (outs IndicesTensor:$indices);
  let assemblyFormat = "$values `in` $sorted attr-dict `:` type($values) `,` type($sorted)";
}

#endif
