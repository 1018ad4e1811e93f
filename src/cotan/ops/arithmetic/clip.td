#ifndef COTAN_OPS_CLIP
#define COTAN_OPS_CLIP

include "cotan/ir/composite/composite.td"

def ClipOp : Composite_Op<"clip", [IsElementwise, SameOperandsAndResultType]> {
  let summary = "Elements cut off below and above.";
  let description = [{
    `y = minimum(maximum(x, low), high)`, elementwise. NaN where any operand is NaN; `high` where it
    is less than `low`. Complex numbers are ordered as by `prim.lt`. At a bound the cotangent is shared, as by `prim.maximum`.

    ```mlir
    %y = composite.clip %x, %low, %high : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$low, AnyNumberTensor:$high);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = "$x `,` $low `,` $high attr-dict `:` type($x)";
}

#endif
