#include "cotan/frontends/cpp/linear.h"

#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/cpp/tree.h"
#include "cotan/functions/functions.h"
#include "cotan/trace/room.h"
#include "cotan/trace/vjp.h"

using namespace cotan::trace;

namespace ct {
namespace {

void needFloats(llvm::ArrayRef<TensorType> types, const char *what, const std::string &advice) {
  for (const TensorType &type : types)
    if (!isInexact(type))
      refuse<TypeError>(std::string(what) + " is " + describe(type) + ", but " + advice);
}

void needForm(const char *what, const Nest &found, const char *whose, const Nest &wanted) {
  const tree::Structure ofFound(found), ofWanted(wanted);
  if (!(ofFound == ofWanted))
    refuse<TypeError>(std::string(what) + " is " + ofFound.str() + ", but " + whose + " " +
                      ofWanted.str() + "; they must have one structure");
}

/// The nest with numbers for its tensors, which may be of a function that is traced no longer.
Nest withoutTensors(const Nest &nest) { return tree::Structure(nest).form(); }

llvm::SmallVector<TensorType> typesOfResults(const TracedFunction &function) {
  return resultTypes(function, llvm::to_vector(llvm::seq(0u, function.function().getNumResults())));
}

} // namespace

std::pair<Tensors, Function> linearizeFlat(const Function &function, const Tensors &given) {
  const Called called("ct.linearize");
  cotan::trace::Tensors primals = asArguments(given);
  const llvm::SmallVector<TensorType> types = typesOf(primals);
  needFloats(types, "a primal", "tangents are of floats; capture what is not one");
  auto along = [&](const Tensors &xs) {
    const Tensors at(xs.begin(), xs.begin() + types.size());
    return jvpFlat(function, at, Tensors(xs.begin() + types.size(), xs.end())).second;
  };
  llvm::SmallVector<TensorType> both(types);
  llvm::append_range(both, types);
  auto [plain, moved] = untilItFits([&] {
    TracedFunctionRef plain = traced(function, types);
    needFloats(typesOfResults(*plain), "a result",
               "tangents are of floats; return floats only, or use ct::jvpFlat");
    return std::pair(plain, silent(*traced(along, both)));
  });
  return {outer(call(plain, primals)), [primals, types, moved = moved](const Tensors &tangents) {
            const Called called("ct.linearize");
            cotan::trace::Tensors all = primals;
            all.append(converted(tangents, types));
            return outer(call(moved, all));
          }};
}

Function linearTransposeFlat(const Function &function, const Tensors &given) {
  const Called called("ct.linear_transpose");
  const llvm::SmallVector<TensorType> types = typesOf(asArguments(given));
  needFloats(types, "a primal", "linear functions are of floats; capture others");
  TracedFunctionRef plain = untilItFits([&] { return traced(function, types); });
  const llvm::SmallVector<TensorType> results = typesOfResults(*plain);
  const auto all = llvm::to_vector(llvm::seq(0u, unsigned(types.size())));
  auto isFloat = [](const TensorType &type) { return isInexact(type); };
  if (!llvm::all_of(results, isFloat) || !isLinear(*plain, all))
    refuse("the function is not linear in its arguments; ct.vjp has the transpose of its "
           "derivative at a point");
  cotan::trace::Tensors zeros;
  for (const Tensor &x : outer(asArguments(given)))
    zeros.push_back(inner(zeros_like(x)));
  auto vjp = std::make_shared<const Vjp>(silent(*plain), all, zeros, Vjp::Loops::again);
  return [vjp, results](const Tensors &cotangents) {
    const Called called("ct.linear_transpose");
    return outer(vjp->cotangents(converted(cotangents, results)));
  };
}

namespace detail {

std::pair<Nest, NestFunction> linearizeOfNests(const NestFunction &function,
                                               const Nest &arguments) {
  const Called called("ct.linearize");
  Function along;
  auto transform = [&](const Function &flat, const Tensors &xs) {
    Tensors values;
    std::tie(values, along) = linearizeFlat(flat, xs);
    return values;
  };
  const Nest value = onLeaves(function, arguments, transform).first;
  return {value, [along, form = withoutTensors(value),
                  primals = withoutTensors(arguments)](const Nest &tangents) {
            const Called called("ct.linearize");
            needForm("what is given as tangents", tangents, "the primals are", primals);
            return filled(form, along(leaves(tangents)));
          }};
}

NestFunction linearTransposeOfNests(const NestFunction &function, const Nest &arguments) {
  const Called called("ct.linear_transpose");
  Function back;
  std::optional<Nest> result;
  auto known = [&](const Nest &xs) { return *(result = function(xs)); };
  auto transform = [&](const Function &flat, const Tensors &xs) {
    back = linearTransposeFlat(flat, xs);
    return leaves(*result);
  };
  onLeaves(known, arguments, transform);
  return [back, form = withoutTensors(arguments),
          result = withoutTensors(*result)](const Nest &cotangent) {
    const Called called("ct.linear_transpose");
    needForm("the cotangent", cotangent, "the function's result is", result);
    return filled(form, back(leaves(cotangent)));
  };
}

} // namespace detail
} // namespace ct
