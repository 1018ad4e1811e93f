#ifndef COTAN_OPS_CONV_TRANSPOSE
#define COTAN_OPS_CONV_TRANSPOSE

include "cotan/ir/composite/composite.td"

def ConvTransposeOp : Composite_Op<"conv_transpose", [InfersType]> {
  let summary = "The other way of a convolution: each element of x puts down the kernel, times itself.";
  let description = [{
    x is `[batch, input channel, spatial...]`, the kernel `[input channel, output channel, spatial...]`, the
    result `[batch, output channel, spatial...]`. It is the derivative of the convolution with this kernel,
    these `strides` and `dilations`, along what is convolved, with `low` and `high` elements cut off at both
    ends, those that the convolution has added. Of size n, it makes `(n - 1) stride - low - high +
    dilation (k - 1) + output_padding + 1` elements, k being the size of the kernel: the convolution gives
    the same places to several sizes, and `output_padding` says how many elements are behind the last one
    it needs. With `groups`, channels are cut in groups of one size, and group i of x makes group i of the
    result. As `torch.nn.functional.conv_transpose2d`, in any number of dimensions.

    Composite: it is a `prim.conv` of x, spread out with zeros, and the flipped kernel.

    ```mlir
    // tensor<8x4x9x9xf32>
    %y = composite.conv_transpose %x, %kernel strides [2, 2] low [0, 0] high [0, 0] output_padding [0, 0]
        dilations [1, 1] groups 1 : tensor<8x3x4x4xf32>, tensor<3x4x3x3xf32>
    ```
  }];
  let arguments = (ins AnyNumberTensor:$x, AnyNumberTensor:$kernel, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$output_padding,
                       DenseI64ArrayAttr:$dilations, I64Attr:$groups);
  let results = (outs AnyNumberTensor:$y);
  let assemblyFormat = [{
    $x `,` $kernel `strides` $strides `low` $low `high` $high `output_padding` $output_padding
    `dilations` $dilations `groups` $groups attr-dict `:` type($x) `,` type($kernel)
  }];
}

#endif
