#include "cotan/functions/reduction/weights.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

#include <algorithm>

using namespace cotan::trace;

namespace ct {

Tensor placedWeights(const Tensor &weights, const Tensor &x, const Axes &axes) {
  if (openSizesOf(weights) == openSizesOf(x))
    return weights;
  const int64_t count = axes ? int64_t(axes->size()) : -1;
  std::vector<int64_t> along;
  for (int64_t i = 0; i < count; ++i)
    along.push_back(checkedAxis((*axes)[i], x.ndim()));
  bool fits = weights.ndim() == count;
  for (int64_t i = 0; fits && i < count; ++i)
    fits = mayBeEqual(openSizesOf(weights)[i], openSizesOf(x)[along[i]]);
  if (!fits && mayHaveOneShape(weights, x)) // of sizes that are not known
    return weights;
  if (!fits)
    refuse("found weights of shape " + printTuple(openSizesOf(weights)) +
           ", but expected the shape " + printTuple(openSizesOf(x)) +
           " or the sizes of the axes that are named");
  std::vector<int64_t> order(count);
  for (int64_t i = 0; i < count; ++i)
    order[i] = i;
  std::ranges::sort(order, {}, [&](int64_t i) { return along[i]; });
  Shape shape(x.ndim(), 1);
  for (int64_t i = 0; i < count; ++i)
    shape[along[i]] = openSizesOf(weights)[i];
  return reshape(transpose(weights, order), shape);
}

} // namespace ct
