#ifndef COTAN_OPS_CUMSUM_ALONG
#define COTAN_OPS_CUMSUM_ALONG

include "cotan/ir/composite/composite.td"

def CumsumAlongOp : Composite_Op<"cumsum_along", [DeclareOpInterfaceMethods<Evaluable>, HasVjp, HasJvp, HasBatch,
                                                  InfersType, IsRuntimeCall]> {
  let summary = "Running sum along an axis that is an operand.";
  let description = [{
    As `prim.cumsum`, and as ONNX's CumSum: `axis` is a number that may be known only when the program
    runs. A negative one counts from the last; one out of range is an error then. Where the axis is a
    constant it is the primitive. Else there is no decomposition, and a remark says so: the operator
    stays whole, for code and for derivatives.

    ```mlir
    %y = composite.cumsum_along %x, %axis : tensor<2x3xf32>, tensor<i64>
    %z = composite.cumsum_along %x, %axis reverse : tensor<2x3xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins NumberTensor:$x, IntegerTensor:$axis, UnitAttr:$reverse, UnitAttr:$exclusive);
  let results = (outs NumberTensor:$y);
  let assemblyFormat = [{
    $x `,` $axis (`reverse` $reverse^)? (`exclusive` $exclusive^)? attr-dict `:` type($x) `,` type($axis)
  }];
}

#endif
