#ifndef COTAN_OPS_STOP_GRADIENT
#define COTAN_OPS_STOP_GRADIENT

include "cotan/ir/prim/prim.td"

def StopGradientOp : Prim_UnaryOp<"stop_gradient", [IsZeroDerivative, IsView, SplitsParts], AnyPrimTensor> {
  let summary = "The same value, through which no derivative flows.";
  let description = [{
    Derivatives of any order treat the result as a constant.

    ```mlir
    %y = prim.stop_gradient %x : tensor<4xf32>
    ```
  }];
}
def : ArrayFunction<StopGradientOp> {
  let example = [{
    >>> ct.grad(lambda x: ct.stop_gradient(x) * x)(3.0)
    Tensor(3., dtype=float32)
  }];
}

#endif
