#ifndef COTAN_OPS_CONV
#define COTAN_OPS_CONV

include "cotan/ir/prim/prim.td"

def ConvOp : Prim_Op<"conv", [IsMultilinear, HasVjp, HasBatch, InfersType, IsRuntimeCall,
                              DeclareOpInterfaceMethods<AbsorbsPermutations, ["writePermuted"]>]> {
  let summary = "Convolution in any number of dimensions; the kernel is not flipped.";
  let description = [{
    x is `[batch, input channel, spatial...]`, the kernel `[output channel, input channel,
    spatial...]`, the result `[batch, output channel, spatial...]`; there may be no spatial axis.
    All attributes mean what they mean in XLA, one number per spatial axis:

    - `lhs_dilation` spreads x out: `lhs_dilation - 1` zeros go between neighbours (the transposed
      convolution);
    - `low` and `high` zeros are then added at both ends of x; negative ones cut off;
    - `rhs_dilation` spreads the kernel out likewise (the dilated convolution);
    - the kernel moves by `strides`. Where it does not fit, the result has size 0.

    With `feature_group_count` g, channels are cut into g groups: group i of the output channels
    sees group i of the input channels only, and the kernel's input axis is the size of a group.
    With `batch_group_count` g, group i of the output channels sees group i of the batch, and the
    result's batch is g times smaller. One of them must be 1.

    `padding`, if given, holds numbers that are added to `low` and `high`: first one per spatial
    axis for `low`, then for `high`. The result's spatial sizes are then open.

    Zeros of padding and dilation are no summands: they do not make NaN of an infinite weight. Sums
    are as exact as those of `prim.sum`; integers wrap around.

    ```mlir
    // tensor<8x16x32x32xf32>
    %y = prim.conv %x, %kernel strides [1, 1] low [1, 1] high [1, 1]
        : tensor<8x3x32x32xf32>, tensor<16x3x3x3xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$kernel, Optional<ShapeTensor>:$padding,
      DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
      DenseI64ArrayAttr:$lhs_dilation, DenseI64ArrayAttr:$rhs_dilation,
      DefaultValuedOptionalAttr<I64Attr, "1">:$feature_group_count,
      DefaultValuedOptionalAttr<I64Attr, "1">:$batch_group_count);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = [{
    $x `,` $kernel (`padding` $padding^)? `strides` $strides `low` $low `high` $high
    custom<Dilations>(ref($strides), $lhs_dilation, $rhs_dilation)
    (`feature_group_count` $feature_group_count^)? (`batch_group_count` $batch_group_count^)?
    attr-dict `:` type($x) `,` type($kernel) (`,` type($padding)^)?
  }];
}

#endif
