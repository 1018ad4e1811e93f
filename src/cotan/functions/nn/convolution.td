// Convolution: the kernel is not flipped.
include "cotan/functions/function.td"

def : Function<"conv_general_dilated",
               (ins Tensor:$lhs, Tensor:$rhs, Axes:$window_strides, Padding:$padding,
                    Fields<"ConvOptions", (ins AxesOrNone:$lhs_dilation, AxesOrNone:$rhs_dilation,
                    Optional<"const std::optional<DimensionNumbers> &">:$dimension_numbers,
                    Default<Int, "1">:$feature_group_count,
                    Default<Int, "1">:$batch_group_count)>:$options)> {
  let summary = "Convolution in any number of dimensions, as jax.lax.conv_general_dilated.";
  let description = [{
    The kernel rhs is not flipped. lhs is (batch, channels, spatial...), rhs (output channels, input
    channels, spatial...), the result as lhs; dimension_numbers, three strings as ("NHWC", "HWIO", "NHWC"),
    say otherwise. Padding is "SAME", "SAME_LOWER", "VALID" or a pair of widths for each spatial axis.
    lhs_dilation spreads lhs out with zeros (the transposed convolution), rhs_dilation the kernel.
    Element types are promoted. ValueError: the shapes do not go together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x, kernel = ct.ones((1, 1, 3, 3)), ct.ones((1, 1, 2, 2))
    >>> ct.conv_general_dilated(x, kernel, (1, 1), "SAME")[0, 0]
    Tensor([[4., 4., 2.],
            [4., 4., 2.],
            [2., 2., 1.]], dtype=float32)
  }];
}

let module = "nn" in {

def : Function<"conv",
               (ins Tensor:$x, Tensor:$kernel, Default<Axes, "{}", "1">:$strides,
                    Default<Padding, "\"SAME\"">:$padding)> {
  let summary = "Convolution with channels last, without a flip of the kernel.";
  let description = [{
    x is (batch, spatial..., channels), the kernel (spatial..., input channels, output channels). One
    stride is for all axes. Padding is as for conv_general_dilated.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.conv(ct.ones((8, 28, 28, 3)), ct.ones((5, 5, 3, 16)), strides=2).shape
    (8, 14, 14, 16)
  }];
}

def : Function<"conv_transpose",
               (ins Tensor:$x, Tensor:$kernel, Default<Axes, "{}", "1">:$strides,
                    Default<Padding, "\"SAME\"">:$padding, Default<Axes, "{}", "0">:$output_padding,
                    Default<Axes, "{}", "1">:$dilation, Default<Int, "1">:$groups)> {
  let summary = "The transposed convolution: each element of x puts down the kernel, times itself.";
  let description = [{
    x is (batch, spatial..., channels), the kernel (spatial..., input channels, output channels in a group).
    As torch.nn.functional.conv_transpose2d, in any number of dimensions: of n elements it makes (n - 1)
    stride + dilation (k - 1) + 1 + output_padding, less the padding, a pair of widths for each spatial axis,
    which are cut off. "VALID" cuts off nothing, "SAME" so much that there are n stride elements and
    output_padding more. One number is for all axes.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x, kernel = ct.array([[[1.0], [2.0]]]), ct.array([[[1.0]], [[10.0]], [[100.0]]])
    >>> ct.nn.conv_transpose(x, kernel, 2, "VALID")[0, :, 0]
    Tensor([  1.,  10., 102.,  20., 200.], dtype=float32)
  }];
}

}
