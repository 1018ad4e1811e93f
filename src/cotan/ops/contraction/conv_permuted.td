#ifndef COTAN_OPS_CONV_PERMUTED
#define COTAN_OPS_CONV_PERMUTED

include "cotan/ir/composite/composite.td"

def ConvPermutedOp : Composite_Op<"conv_permuted", [InfersType, IsRuntimeCall,
    DeclareOpInterfaceMethods<AbsorbsPermutations, ["writePermuted"]>]> {
  let summary = "Convolution of tensors whose axes lie in any order.";
  let description = [{
    `prim.conv` of x and the kernel with their axes permuted, and its result permuted, as
    `dimension_numbers` say it in JAX and StableHLO. The permutations are those of `prim.transpose`.

    Machine code computes large convolutions of f32 so; all others are decomposed.

    ```mlir
    // images with the channels last, and a kernel with the output channels last
    %y = composite.conv_permuted %x [0, 3, 1, 2], %kernel [3, 2, 0, 1] result [0, 2, 3, 1]
        strides [1, 1] low [1, 1] high [1, 1] lhs_dilation [1, 1] rhs_dilation [1, 1]
        : tensor<8x32x32x3xf32>, tensor<3x3x3x16xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$kernel,
      DenseI64ArrayAttr:$x_permutation, DenseI64ArrayAttr:$kernel_permutation,
      DenseI64ArrayAttr:$y_permutation, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$low,
      DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$lhs_dilation, DenseI64ArrayAttr:$rhs_dilation,
      DefaultValuedOptionalAttr<I64Attr, "1">:$feature_group_count);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = [{
    $x $x_permutation `,` $kernel $kernel_permutation `result` $y_permutation
    `strides` $strides `low` $low `high` $high `lhs_dilation` $lhs_dilation
    `rhs_dilation` $rhs_dilation (`feature_group_count` $feature_group_count^)?
    attr-dict `:` type($x) `,` type($kernel)
  }];
}

#endif
