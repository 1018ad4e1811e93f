// argmax, argmin: meaning. Signature and doc: arg_extremum.td.
#include "cotan/ops/reduction/arg_extremum.inc"

#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

template <typename T> bool isNan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  return false;
}

/// The first element along the axis that no other one beats; NaN beats everything.
template <typename Op, typename F> Arrays findWinner(Op op, const Array &x, F beats) {
  const int64_t axis = op.getAxis();
  Array y(DType::i64, reducedShape(x.shape(), axis, op.getKeepdims()));
  const int64_t size = x.shape()[axis], stride = stridesOf(x.shape())[axis];
  if (size == 0 && y.size() > 0)
    throw EvaluationError("axis " + std::to_string(axis) + " of shape " + printShape(x.shape()) +
                          " has no elements to choose from");
  auto to = y.mutableValues<int64_t>();
  visitDType(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x.values<T>();
    size_t line = 0;
    forEachLine(x.shape(), axis, [&](int64_t start) {
      int64_t winner = 0;
      auto best = static_cast<Exact<T>>(from[start]);
      for (int64_t i = 1; i < size && !isNan(best); ++i) {
        auto value = static_cast<Exact<T>>(from[start + i * stride]);
        if (isNan(value) || beats(value, best)) {
          best = value;
          winner = i;
        }
      }
      to[line++] = winner;
    });
  });
  return {y};
}

} // namespace

#define COTAN_ARG_EXTREMUM(OP, SIGN)                                                               \
  Arrays OP::evaluate(ArrayRef<Array> x) {                                                         \
    return findWinner(*this, x[0], [](auto a, auto b) { return a SIGN b; });                       \
  }                                                                                                \
  LogicalResult OP::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,            \
                                     Adaptor adaptor, SmallVectorImpl<Type> &results) {            \
    auto x = dyn_cast<RankedTensorType>(adaptor.getX().getType());                                 \
    if (!x)                                                                                        \
      return failure();                                                                            \
    auto type = reducedType(loc, x, int64_t(adaptor.getAxis()), adaptor.getKeepdims(),             \
                            IntegerType::get(context, 64));                                        \
    if (failed(type))                                                                              \
      return failure();                                                                            \
    results.push_back(*type);                                                                      \
    return success();                                                                              \
  }
COTAN_ARG_EXTREMUM(ArgmaxOp, >)
COTAN_ARG_EXTREMUM(ArgminOp, <)
