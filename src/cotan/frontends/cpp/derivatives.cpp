#include "cotan/frontends/cpp/derivatives.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/trace/context.h"
#include "cotan/trace/room.h"
#include "cotan/trace/vjp.h"

using namespace cotan::trace;

namespace ct {

std::pair<Tensors, Function> vjpFlat(const Function &function, const Tensors &given, bool ofLanes) {
  const Called called("ct.vjp");
  cotan::trace::Tensors arguments = asArguments(given);
  auto [original, vjp] = untilItFits([&] {
    TracedFunctionRef original = traced(function, typesOf(arguments));
    return std::pair(original,
                     std::make_shared<const Vjp>(original, floatArguments(arguments), arguments,
                                                 ofLanes ? Vjp::Loops::again : Vjp::Loops::once));
  });
  return {outer(vjp->results()), [original, vjp](const Tensors &cotangents) {
            const Called called("ct.vjp");
            return outer(vjp->cotangents(
                converted(cotangents, resultTypes(*original, vjp->differentiable()))));
          }};
}

std::pair<Tensors, Tensors> jvpFlat(const Function &function, const Tensors &given,
                                    const Tensors &tangents) {
  const Called called("ct.jvp");
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<unsigned> wrt = floatArguments(arguments);
  llvm::SmallVector<TensorType> types;
  for (unsigned i : wrt)
    types.push_back(arguments[i]->type());
  cotan::trace::Tensors directions = converted(tangents, types);
  Expansion all = untilItFits([&] {
    return expand(*traced(function, typesOf(arguments)), wrt, arguments, directions, /*order=*/1);
  });
  return {outer(all.values), outer(all.coefficients)};
}

/// Taylor coefficients 1 to `order` of an argument from its derivatives.
static Tensors coefficients(const Tensor &primal, const Tensors &derivatives, size_t order) {
  Tensors terms;
  double factorial = 1;
  for (size_t k = 0; k < order; ++k) {
    factorial *= double(k + 1);
    terms.push_back(k < derivatives.size()
                        ? astype(derivatives[k] / factorial, outer(primal.body()->held()))
                        : zeros_like(primal));
  }
  return terms;
}

Jet jetFlat(const Function &function, const Tensors &primals, const std::vector<Tensors> &series) {
  const Called called("ct.jet");
  size_t order = 0;
  for (const Tensors &derivatives : series)
    order = std::max(order, derivatives.size());
  if (series.size() != primals.size() || order == 0)
    refuse("a list of derivatives for each of the " + std::to_string(primals.size()) +
           " primals is needed, and one at least; found " + std::to_string(series.size()) +
           " lists");
  cotan::trace::Tensors arguments = asArguments(primals), given;
  if (floatArguments(arguments).size() != arguments.size())
    refuse<TypeError>("derivatives are of floats; capture what is not one");
  for (size_t i = 0; i < primals.size(); ++i)
    for (const Tensor &term : coefficients(outer(arguments[i]), series[i], order))
      given.append(converted({&term, 1}, arguments[i]->type()));
  Expansion all = untilItFits([&] {
    return expand(*traced(function, typesOf(arguments)), floatArguments(arguments), arguments,
                  given, order);
  });
  Jet result{outer(all.values), {}};
  Tensors terms = outer(all.coefficients);
  auto term = terms.begin();
  for (unsigned i : all.differentiable) {
    double factorial = 1;
    Tensors &derivatives = result.series.emplace_back();
    for (size_t k = 0; k < order; ++k, ++term) {
      factorial *= double(k + 1);
      Tensor derivative = *term * factorial;
      bool givesWay = result.values[i].isWeak();
      derivatives.push_back(givesWay ? derivative : astype(derivative, result.values[i].dtype()));
    }
  }
  return result;
}

namespace detail {

std::pair<Nest, Function> vjpOfNests(const NestFunction &function, const Nest &arguments) {
  Function back;
  auto transform = [&](const Function &flat, const Tensors &xs) {
    Tensors values;
    std::tie(values, back) = vjpFlat(flat, xs);
    return values;
  };
  Nest value = untilItFits([&] { return onLeaves(function, arguments, transform).first; });
  return {value, back};
}

std::pair<Nest, Nest> jvpOfNests(const NestFunction &function, const Nest &primal,
                                 const Nest &tangent) {
  const Called called("ct.jvp");
  auto transform = [&](const Function &flat, const Tensors &xs) {
    auto [values, tangents] = jvpFlat(flat, xs, leaves(tangent));
    if (tangents.size() != values.size())
      refuse<TypeError>("of " + std::to_string(values.size()) + " results " +
                        std::to_string(tangents.size()) +
                        " are floats, and others have no tangent; return floats only, or use "
                        "ct::jvpFlat");
    values.insert(values.end(), tangents.begin(), tangents.end());
    return values;
  };
  auto [value, tangents] = untilItFits([&] { return onLeaves(function, primal, transform); });
  return {value, filled(value, tangents)};
}

std::pair<Nest, std::vector<Tensors>> jetOfNests(const NestFunction &function, const Nest &primal,
                                                 const Tensors &series) {
  std::vector<Tensors> found;
  auto transform = [&](const Function &flat, const Tensors &xs) {
    Jet jet = jetFlat(flat, xs, {series});
    found = jet.series;
    return jet.values;
  };
  Nest value = untilItFits([&] { return onLeaves(function, primal, transform).first; });
  return {value, found};
}

} // namespace detail

} // namespace ct
