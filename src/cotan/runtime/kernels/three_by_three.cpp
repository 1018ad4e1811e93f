#include "cotan/runtime/kernels/three_by_three.h"

#include "cotan/runtime/kernels/conv_forms.h"

namespace cotan {
namespace {

ImageLayout layoutOf(const ConvTensor &images) {
  const auto &[sizes, steps] = images;
  return {sizes[0], sizes[1], sizes[2], sizes[3], steps[0], steps[1], steps[2], steps[3]};
}

bool areAll(const dnnl::memory::dims &numbers, int64_t wanted) {
  return std::ranges::all_of(numbers, [&](int64_t number) { return number == wanted; });
}

} // namespace

std::optional<ThreeByThree> threeByThreeOf(const Convolution &conv, const ConvSteps &steps) {
  if (conv.axes.size() != 2 || conv.groups() != 1 || conv.isSpread())
    return std::nullopt;
  const bool isOfKernel = formKindOf(conv) == ConvForm::ofWeights;
  const SpatialAxis &down = conv.axes[0];
  const ConvPart whole = {0, isOfKernel ? conv.inputs : conv.batch,
                          0, isOfKernel ? down.kernel : down.places,
                          0, conv.outputs};
  const std::optional<ConvOfPart> found = convOf(whole, formKindOf(conv), conv, steps);
  if (!found)
    return std::nullopt;
  const ConvForm &form = found->form;
  const auto &[sizes, kernelSteps] = form.weights;
  if (!areAll(form.strides, 1) || !areAll(form.dilates, 0) || sizes[2] != 3 || sizes[3] != 3 ||
      kernelSteps[2] != 3 * kernelSteps[3])
    return std::nullopt;
  return ThreeByThree{isOfKernel,
                      layoutOf(form.src),
                      layoutOf(form.dst),
                      {kernelSteps[1], kernelSteps[0], kernelSteps[3]},
                      {form.low[0], form.low[1]},
                      found->x};
}

} // namespace cotan
