#ifndef COTAN_OPS_WHERE
#define COTAN_OPS_WHERE

include "cotan/ir/prim/prim.td"

def WhereOp : Prim_Op<"where", [IsElementwise, IsLinear, HasVjp, Lowers, AllTypesMatch<["x", "y", "z"]>,
    TypesMatchWith<"condition must be i1 in the shape of x", "x", "condition",
                   "::llvm::cast<::mlir::RankedTensorType>($_self).clone("
                   "::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "x where the condition is true, else y, elementwise.";
  let description = [{
    Values and derivatives of what is not chosen have no effect, NaN or not.

    ```mlir
    %z = prim.where %condition, %x, %y : tensor<4xf32>   // %condition : tensor<4xi1>
    ```
  }];
  let arguments = (ins BoolTensor:$condition, AnyPrimTensor:$x, AnyPrimTensor:$y);
  let results = (outs AnyPrimTensor:$z);
  let assemblyFormat = "$condition `,` $x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

#endif
