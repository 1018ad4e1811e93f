#include "cotan/frontends/cpp/loss.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

Tensor ofLabels(const char *name, llvm::StringRef op, const Tensor &x, const Tensor &labels,
                int64_t axis) {
  int64_t along = checkedAxis(name, axis, x.ndim());
  Shape others = openSizesOf(x).vec();
  others.erase(others.begin() + along);
  if (!llvm::equal(openSizesOf(labels), others, mayBeEqual))
    throw ValueError(currentPlace() + "ct." + name + ": labels have shape " +
                     printTuple(openSizesOf(labels)) + ", but x of shape " +
                     printTuple(openSizesOf(x)) + " without its axis " + std::to_string(axis) +
                     " has " + printTuple(others));
  if (isFloating(labels.dtype()) || labels.dtype() == DType::bool_)
    throw TypeError(currentPlace() + "ct." + name + " needs labels that are integers, but found " +
                    nameOf(labels.dtype()) +
                    "; for probabilities of classes write "
                    "-ct.sum(p * ct.nn.log_softmax(x), -1)");
  cotan::DType types[] = {common(name, Accepts::floats, std::span(&x, 1)).dtype,
                          inner(labels.dtype())};
  return applyOp({.name = op, .attributes = {{"axis", along}}, .operandTypes = types}, {x, labels});
}

Tensor ofDifferences(const char *name, llvm::StringRef op,
                     llvm::ArrayRef<NamedAttribute> attributes, const Tensor &x, const Tensor &y) {
  Tensor both[] = {x, y};
  Promoted type = common(name, Accepts::floats, both);
  broadcastSizes(name, both);
  cotan::DType types[] = {type.dtype, type.dtype};
  return applyOp({.name = op,
                  .attributes = attributes,
                  .operandTypes = types,
                  .broadcasts = true,
                  .isWeak = type.isWeak},
                 {x, y});
}

} // namespace

Tensor cross_entropy(const Tensor &logits, const Tensor &labels, int64_t axis) {
  return ofLabels("nn.cross_entropy", "composite.cross_entropy", logits, labels, axis);
}
Tensor nll_loss(const Tensor &x, const Tensor &labels, int64_t axis) {
  return ofLabels("nn.nll_loss", "composite.nll_loss", x, labels, axis);
}
Tensor mse(const Tensor &x, const Tensor &y) {
  return ofDifferences("nn.mse", "composite.mse", {}, x, y);
}
Tensor huber(const Tensor &x, const Tensor &y, double delta) {
  if (!(delta > 0))
    throw ValueError(currentPlace() + "ct.nn.huber: delta is " + std::to_string(delta) +
                     ", but must be positive");
  return ofDifferences("nn.huber", "composite.huber", {{"delta", delta}}, x, y);
}

} // namespace ct::nn
