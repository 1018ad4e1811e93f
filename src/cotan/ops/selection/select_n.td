#ifndef COTAN_OPS_SELECT_N
#define COTAN_OPS_SELECT_N

include "cotan/ir/composite/composite.td"

def SelectNOp : Composite_Op<"select_n", [IsElementwise, InferTypeOpAdaptor]> {
  let summary = "One of several tensors, by a number for each element.";
  let description = [{
    As `jax.lax.select_n`: where `which` is i the element is that of case i. A number that is no case
    stands for the nearest one. With i1, false is the first of two cases. What is not chosen has no
    effect, NaN or not.

    Composite: it is as many choices between two, in one loop of compiled code.

    ```mlir
    %y = composite.select_n %which, %x, %y, %z : tensor<4xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins IntegerOrBoolTensor:$which, Variadic<AnyPrimTensor>:$cases);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$which `,` $cases attr-dict `:` type($which) `,` type($cases)";
  let hasVerifier = 1;
}

def MaskedFillOp : Composite_Op<"masked_fill", [InfersType]> {
  let summary = "x, but one number where a mask is true.";
  let description = [{
    Nothing flows to x there.

    Composite: it is `prim.where`, of a number that is repeated.

    ```mlir
    %y = composite.masked_fill %x, %mask, %value : tensor<4xf32>, tensor<4xi1>, tensor<f32>
    ```
  }];
  let arguments = (ins AnyPrimTensor:$x, BoolTensor:$mask, TensorRankOf<[Cotan_Element], [0]>:$value);
  let results = (outs AnyPrimTensor:$y);
  let assemblyFormat = "$x `,` $mask `,` $value attr-dict `:` type($x) `,` type($mask) `,` type($value)";
}

#endif
