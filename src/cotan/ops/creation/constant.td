#ifndef COTAN_OPS_CONSTANT
#define COTAN_OPS_CONSTANT

include "cotan/ir/prim/prim.td"

def ConstantOp : Prim_Op<"constant", [ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "A tensor known at compile time.";
  let description = [{
    ```mlir
    %x = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyPrimTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif
