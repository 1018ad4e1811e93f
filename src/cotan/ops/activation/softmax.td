#ifndef COTAN_OPS_SOFTMAX
#define COTAN_OPS_SOFTMAX

include "cotan/ir/composite/composite.td"

/// y in the type of x, computed along one axis.
class Composite_AlongAxisOp<string mnemonic> : Composite_UnaryOp<mnemonic, [HasVjp, HasBatch]> {
  let arguments = (ins FloatTensor:$x, I64Attr:$axis);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def SoftmaxOp : Composite_AlongAxisOp<"softmax"> {
  let summary = "Exponentials that sum to one along an axis.";
  let description = [{
    `y = exp(x) / sum(exp(x))`, without overflow. NaN along a line that holds infinity, NaN or
    nothing but minus infinity.

    ```mlir
    %y = composite.softmax %x axis 1 : tensor<2x3xf32>
    ```
  }];
}
def SoftminOp : Composite_UnaryOp<"softmin", [HasBatch]> {
  let summary = "softmax of minus x along an axis.";
  let description = [{
    `y = exp(-x) / sum(exp(-x))`, without overflow.

    ```mlir
    %y = composite.softmin %x axis 1 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, I64Attr:$axis);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
  let hasVerifier = 1;
}
def : LayerFunction<SoftminOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.softmin(ct.zeros(4))
    Tensor([0.25, 0.25, 0.25, 0.25], dtype=float32)
  }];
}

def LogSoftmaxOp : Composite_AlongAxisOp<"log_softmax"> {
  let summary = "Logarithm of softmax along an axis.";
  let description = [{
    `y = x - log(sum(exp(x)))`, without overflow. NaN along a line that holds infinity, NaN or
    nothing but minus infinity.

    ```mlir
    %y = composite.log_softmax %x axis 1 : tensor<2x3xf32>
    ```
  }];
}
def LogsumexpOp : Composite_Op<"logsumexp", [InfersType, HasVjp, HasBatch]> {
  let summary = "Logarithm of the sum of exponentials along axes.";
  let description = [{
    `y = log(sum(exp(x)))`, without overflow. `axes` increase; `keepdims` leaves them in the result
    with size 1. Minus infinity for nothing and for nothing but minus infinity.

    ```mlir
    %y = composite.logsumexp %x axes [1] : tensor<2x3xf32>            // tensor<2xf32>
    %z = composite.logsumexp %x axes [1] keepdims : tensor<2x3xf32>   // tensor<2x1xf32>
    ```
  }];
  let arguments = (ins FloatTensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` type($x)";
}

#endif
