// Losses of labels.
#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

/// `op` of the axis, counted from the front, and of types.
template <typename Op> Tensor ofLabels(Op op, const Tensor &x, const Tensor &labels, int64_t axis) {
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
                      "ct.nn.softmax_cross_entropy(x, p)");
  cotan::DType types[] = {common(Accepts::floats, std::span(&x, 1)).dtype, inner(labels.dtype())};
  return op(along, Typing{.operandTypes = types});
}

} // namespace

Tensor cross_entropy(const Tensor &logits, const Tensor &labels, int64_t axis,
                     double label_smoothing) {
  const Called called("ct.nn.cross_entropy");
  auto loss = [&](int64_t along, const Typing &typing) {
    return op::cross_entropy(logits, labels, along, label_smoothing, typing);
  };
  return ofLabels(loss, logits, labels, axis);
}
Tensor nll_loss(const Tensor &x, const Tensor &labels, int64_t axis) {
  const Called called("ct.nn.nll_loss");
  auto loss = [&](int64_t along, const Typing &typing) {
    return op::nll_loss(x, labels, along, typing);
  };
  return ofLabels(loss, x, labels, axis);
}

} // namespace ct::nn
