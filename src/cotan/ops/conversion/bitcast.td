#ifndef COTAN_OPS_BITCAST
#define COTAN_OPS_BITCAST

include "cotan/ir/prim/prim.td"

def BitcastOp : Prim_Op<"bitcast", [IsElementwise, IsZeroDerivative, Lowers]> {
  let summary = "Reads the bits of each element as another type of the same width.";
  let description = [{
    NaNs keep their bits. No derivative flows through. Types of different width are an error.

    ```mlir
    %y = prim.bitcast %x : tensor<4xf32> -> tensor<4xi32>
    ```
  }];
  let arguments = (ins BitsTensor:$x);
  let results = (outs BitsTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
