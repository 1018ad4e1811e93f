// Convolutions of tensors whose axes lie in other orders than those of cotan_conv.
#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/blocked_conv.h"
#include "cotan/runtime/kernels/conv.h"
#include "cotan/runtime/kernels/copy_steps.h"
#include "cotan/runtime/kernels/scratch.h"

namespace cotan {
namespace {

/// A tensor with its axes in the order of cotan_conv.
struct InOrder {
  float *data;
  std::vector<int64_t> sizes, steps;

  TensorView view(float *elements) const {
    return {.data = elements,
            .sizes = sizes.data(),
            .rank = int32_t(sizes.size()),
            .dtype = int32_t(DType::f32)};
  }
};

/// Axis i of cotan_conv's is axis `permutation[i]` of the tensor.
InOrder permuted(const TensorView &tensor, const std::vector<int64_t> &permutation) {
  const std::vector<int64_t> own(tensor.sizes, tensor.sizes + tensor.rank), steps = denseSteps(own);
  InOrder result{elementsOf<float>(tensor), {}, {}};
  for (int64_t axis : permutation) {
    result.sizes.push_back(own[axis]);
    result.steps.push_back(steps[axis]);
  }
  return result;
}

std::vector<int64_t> inverse(const std::vector<int64_t> &permutation) {
  std::vector<int64_t> result(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    result[permutation[i]] = int64_t(i);
  return result;
}

/// Copies of all three in that order.
int32_t convolveCopies(const InOrder &x, const InOrder &kernel, const InOrder &y,
                       const int64_t *numbers) {
  Scratch<float> memory[3];
  TensorView views[3];
  const InOrder *tensors[] = {&x, &kernel, &y};
  for (int i = 0; i < 3; ++i)
    views[i] = tensors[i]->view(memory[i].take(countOf(tensors[i]->view(nullptr))));
  for (int i = 0; i < 2; ++i)
    copySteps(tensors[i]->sizes, tensors[i]->data, tensors[i]->steps, memory[i].take(0),
              denseSteps(tensors[i]->sizes));
  if (int32_t error = cotan_conv(views, &views[2], numbers))
    return error;
  copySteps(y.sizes, memory[2].take(0), denseSteps(y.sizes), y.data, y.steps);
  return 0;
}

} // namespace

int32_t cotan_conv_permuted(const TensorView *operands, TensorView *results,
                            const int64_t *numbers) {
  return withoutExceptions([&] {
    const int64_t rank = results[0].rank;
    auto permutation = [&](int64_t i) {
      const int64_t *first = numbers + 3 + 5 * (rank - 2) + i * rank;
      return std::vector<int64_t>(first, first + rank);
    };
    const InOrder x = permuted(operands[0], permutation(0)),
                  kernel = permuted(operands[1], permutation(1)),
                  y = permuted(results[0], inverse(permutation(2)));
    if (countOf(results[0]) == 0)
      return 0;
    const TensorView views[] = {x.view(x.data), kernel.view(kernel.data)};
    const Convolution conv = convolutionOf(views, y.view(y.data), numbers);
    return convolveInBlocks(conv, {x.steps, kernel.steps, y.steps}, x.data, kernel.data, y.data)
               ? 0
               : convolveCopies(x, kernel, y, numbers);
  });
}

} // namespace cotan
