#ifndef COTAN_OPS_ROLL
#define COTAN_OPS_ROLL

include "cotan/ir/composite/composite.td"

def RollOp : Composite_Op<"roll", [InfersType]> {
  let summary = "Shifted around an axis.";
  let description = [{
    As `numpy.roll`: element i comes to place i + shift; what passes the end comes in at the front. The
    shift is any integer, known or computed.

    Composite: by a known shift it is two slices that change places; else it takes elements by computed
    indices.

    ```mlir
    %y = composite.roll %x by %shift axis 0 : tensor<4xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, TensorRankOf<[Cotan_Integer], [0]>:$shift, I64Attr:$axis);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `by` $shift `axis` $axis attr-dict `:` type($x) `,` type($shift)";
}

#endif
