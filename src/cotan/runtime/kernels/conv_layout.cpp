#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

Convolution convolutionOf(const TensorView *operands, const TensorView &y, const int64_t *numbers) {
  const TensorView &x = operands[0], &kernel = operands[1];
  Convolution conv;
  conv.batch = y.sizes[0];
  conv.outputs = y.sizes[1];
  conv.inputs = kernel.sizes[1];
  conv.channels = x.sizes[1];
  conv.featureGroups = numbers[0];
  conv.batchGroups = numbers[1];
  const int64_t *extraLow = numbers[2] ? elementsOf<int64_t>(operands[2]) : nullptr;
  for (int64_t i = 0; i < x.rank - 2; ++i) {
    const int64_t *axis = numbers + 3 + 5 * i; // stride, low, high, lhs dilation, rhs dilation
    const int64_t low = axis[1] + (extraLow ? extraLow[i] : 0);
    conv.axes.push_back(
        {axis[0], low, axis[3], axis[4], x.sizes[i + 2], kernel.sizes[i + 2], y.sizes[i + 2]});
    conv.xSize *= x.sizes[i + 2];
    conv.kernelSize *= kernel.sizes[i + 2];
    conv.places *= y.sizes[i + 2];
  }
  return conv;
}

} // namespace cotan
