#ifndef COTAN_OPS_KRON
#define COTAN_OPS_KRON

include "cotan/ir/composite/composite.td"

def KronOp : Composite_Op<"kron", [InfersType]> {
  let summary = "The Kronecker product: each element of x times all of y.";
  let description = [{
    As `numpy.kron`: axes are aligned at the last one, and sizes multiply.

    Composite: it is one product of x and y, repeated over each other's elements, under another shape.

    ```mlir
    %z = composite.kron %x, %y : tensor<2x3xf32>, tensor<4x5xf32>   // tensor<8x15xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$y);
  let results = (outs AnyNumberTensor:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x) `,` type($y)";
}

#endif
