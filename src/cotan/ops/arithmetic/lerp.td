#ifndef COTAN_OPS_LERP
#define COTAN_OPS_LERP

include "cotan/ir/composite/composite.td"

def LerpOp : Composite_Op<"lerp", [IsElementwise, SameOperandsAndResultType]> {
  let summary = "What lies between x and y, elementwise.";
  let description = [{
    `z = x + weight * (y - x)`; at 0 and 1 exactly x and y.

    ```mlir
    %z = composite.lerp %x, %y, %weight : tensor<4xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, FloatTensor:$y, FloatTensor:$weight);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "operands attr-dict `:` type($x)";
}
def : ArrayFunction<LerpOp> {
  let example = [{
    >>> ct.lerp(ct.array([0.0, 10.0]), ct.array([8.0, 20.0]), 0.25)
    Tensor([ 2. , 12.5], dtype=float32)
  }];
}

#endif
