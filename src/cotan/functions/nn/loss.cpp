// Losses.
#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

using LossOfLabels = Tensor (*)(const Tensor &x, const Tensor &labels, int64_t axis,
                                const Typing &);

Tensor ofLabels(LossOfLabels op, const Tensor &x, const Tensor &labels, int64_t axis) {
  int64_t along = checkedAxis(axis, x.ndim());
  Shape others = openSizesOf(x).vec();
  others.erase(others.begin() + along);
  if (!llvm::equal(openSizesOf(labels), others, mayBeEqual))
    refuse("labels have shape " + printTuple(openSizesOf(labels)) + ", but x of shape " +
           printTuple(openSizesOf(x)) + " without its axis " + std::to_string(axis) + " has " +
           printTuple(others));
  if (isInexact(labels.dtype()) || labels.dtype() == DType::bool_)
    refuse<TypeError>("needs labels that are integers, but found " + nameOf(labels.dtype()) +
                      "; for probabilities of classes write "
                      "-ct.sum(p * ct.nn.log_softmax(x), -1)");
  cotan::DType types[] = {common(Accepts::floats, std::span(&x, 1)).dtype, inner(labels.dtype())};
  return op(x, labels, along, {.operandTypes = types});
}

/// Both as floats of one type and shape.
std::vector<Tensor> together(const Tensor &x, const Tensor &y) {
  std::vector<Tensor> both = promoted(Accepts::floats, {x, y});
  auto sizes = broadcastSizes(both);
  for (Tensor &one : both)
    one = broadcast_to(one, Shape(sizes.begin(), sizes.end()));
  return both;
}

} // namespace

Tensor cross_entropy(const Tensor &logits, const Tensor &labels, int64_t axis) {
  const Called called("ct.nn.cross_entropy");
  return ofLabels(op::cross_entropy, logits, labels, axis);
}
Tensor nll_loss(const Tensor &x, const Tensor &labels, int64_t axis) {
  const Called called("ct.nn.nll_loss");
  return ofLabels(op::nll_loss, x, labels, axis);
}
Tensor mse(const Tensor &x, const Tensor &y) {
  const Called called("ct.nn.mse");
  auto both = together(x, y);
  return op::mse(both[0], both[1], {.isWeak = both[0].isWeak()});
}
Tensor huber(const Tensor &x, const Tensor &y, double delta) {
  const Called called("ct.nn.huber");
  if (!(delta > 0))
    refuse("delta is " + std::to_string(delta) + ", but must be positive");
  auto both = together(x, y);
  return op::huber(both[0], both[1], delta, {.isWeak = both[0].isWeak()});
}

} // namespace ct::nn
