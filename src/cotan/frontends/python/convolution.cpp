// Convolution and pooling.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

using OptionalSizes = std::optional<AxesLike>;
std::vector<int64_t> sizesOf(const OptionalSizes &sizes) {
  return sizes ? sizes->axes : std::vector<int64_t>();
}

void bindGeneral(Module &m) {
  m.def(
      "conv_general_dilated",
      [](const Operand &lhs, const Operand &rhs, const AxesLike &strides, const Padding &padding,
         const OptionalSizes &lhsDilation, const OptionalSizes &rhsDilation,
         const std::optional<DimensionNumbers> &numbers, int64_t featureGroups,
         int64_t batchGroups) {
        ConvOptions options{sizesOf(lhsDilation), sizesOf(rhsDilation), numbers, featureGroups,
                            batchGroups};
        return unlocked([&] {
          return conv_general_dilated(lhs.tensor, rhs.tensor, strides.axes, padding, options);
        });
      },
      py::arg("lhs"), py::arg("rhs"), py::arg("window_strides"), py::arg("padding"),
      py::arg("lhs_dilation") = py::none(), py::arg("rhs_dilation") = py::none(),
      py::arg("dimension_numbers") = py::none(), py::arg("feature_group_count") = 1,
      py::arg("batch_group_count") = 1,
      R"(Convolution in any number of dimensions, as jax.lax.conv_general_dilated.

The kernel rhs is not flipped. lhs is (batch, channels, spatial...), rhs (output channels, input
channels, spatial...), the result as lhs; dimension_numbers, three strings as ("NHWC", "HWIO", "NHWC"),
say otherwise. Padding is "SAME", "SAME_LOWER", "VALID" or a pair of widths for each spatial axis.
lhs_dilation spreads lhs out with zeros (the transposed convolution), rhs_dilation the kernel.
Element types are promoted. ValueError: the shapes do not go together.

>>> import cotan as ct
>>> x, kernel = ct.ones((1, 1, 3, 3)), ct.ones((1, 1, 2, 2))
>>> ct.conv_general_dilated(x, kernel, (1, 1), "SAME")[0, 0]
Tensor([[4., 4., 2.],
        [4., 4., 2.],
        [2., 2., 1.]], dtype=float32)
)");
}

void bindConv(Module m) {
  bindFunction(m, "conv", nn::conv, py::arg("x"), py::arg("kernel"), py::arg("strides") = 1,
               py::arg("padding") = "SAME",
               R"(Convolution with channels last, without a flip of the kernel.

x is (batch, spatial..., channels), the kernel (spatial..., input channels, output channels). One
stride is for all axes. Padding is as for conv_general_dilated.

>>> import cotan as ct
>>> ct.nn.conv(ct.ones((8, 28, 28, 3)), ct.ones((5, 5, 3, 16)), strides=2).shape
(8, 14, 14, 16)
)");
}

void bindPooling(Module nn) {
  nn.def(
      "max_pool",
      [](const Operand &x, const AxesLike &window, const OptionalSizes &strides,
         const Padding &padding) {
        return unlocked(
            [&] { return nn::max_pool(x.tensor, window.axes, sizesOf(strides), padding); });
      },
      py::arg("x"), py::arg("window_shape"), py::arg("strides") = py::none(),
      py::arg("padding") = "VALID",
      R"(The largest element in each window, as flax.linen.max_pool.

x is (..., spatial axes, channels), with as many spatial axes as the window. The strides are 1 if left
out. Elements that are equally large share the cotangent.

>>> import cotan as ct
>>> ct.nn.max_pool(ct.array([[1.0], [3.0], [2.0], [0.0]]), (2,), strides=2).tolist()
[[3.0], [2.0]]
)");
  nn.def(
      "avg_pool",
      [](const Operand &x, const AxesLike &window, const OptionalSizes &strides,
         const Padding &padding, bool countIncludesPad) {
        return unlocked([&] {
          return nn::avg_pool(x.tensor, window.axes, sizesOf(strides), padding, countIncludesPad);
        });
      },
      py::arg("x"), py::arg("window_shape"), py::arg("strides") = py::none(),
      py::arg("padding") = "VALID", py::arg("count_include_pad") = true,
      R"(The mean of each window, as flax.linen.avg_pool.

x is (..., spatial axes, channels), with as many spatial axes as the window. The strides are 1 if left
out. Padding counts as zeros, or with count_include_pad=False not at all.

>>> import cotan as ct
>>> ct.nn.avg_pool(ct.array([[1.0], [3.0], [2.0], [0.0]]), (2,), strides=2).tolist()
[[2.0], [1.0]]
)");
}

} // namespace

void bindConvolution(Module &m) {
  bindGeneral(m);
  Module nn = m.attr("nn").cast<Module>();
  bindConv(nn);
  bindPooling(nn);
}

} // namespace ct::python
