#include "cotan/frontends/cpp/custom_rules.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/cpp/tree.h"
#include "cotan/functions/functions.h"
#include "cotan/tensor/forms.h"
#include "cotan/trace/custom_call.h"
#include "cotan/trace/vjp.h"

#include <atomic>
#include <map>

using namespace cotan::trace;

namespace ct {
namespace {

/// Rules may call their function again: each order of derivatives opens one more, of which those
/// beyond the third are those of the function as it is written.
class Order {
public:
  static constexpr unsigned most = 3, mostOfAll = 64;

  explicit Order(const detail::Identity &identity) : identity(identity), depth(open()[identity]++) {
    all()++;
  }
  ~Order() {
    all()--;
    if (--open()[identity] == 0)
      open().erase(identity);
  }
  Order(const Order &) = delete;
  Order &operator=(const Order &) = delete;

  bool hasRule() const {
    if (all() > mostOfAll)
      refuse("rules call functions with rules " + std::to_string(mostOfAll) +
             " deep; a function that its rule calls again must be made of functions that hold "
             "the same each time");
    return depth < most;
  }

private:
  static std::map<detail::Identity, unsigned> &open() {
    static thread_local std::map<detail::Identity, unsigned> depths;
    return depths;
  }
  static unsigned &all() {
    static thread_local unsigned count = 0;
    return count;
  }

  const detail::Identity identity;
  const unsigned depth;
};

/// One of its own.
detail::Identity newIdentity() {
  static std::atomic<uint64_t> last = 0;
  return std::to_string(++last);
}

Tensors callWithVjp(const Function &function, const Rule &rule, const Tensors &given) {
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<TensorType> types = typesOf(arguments);
  TracedFunctionRef plain = traced(function, types), forward = traced(rule.forward, types);
  const unsigned count = plain->function().getNumResults();
  auto all = llvm::to_vector(llvm::seq(0u, forward->function().getNumResults()));
  llvm::SmallVector<TensorType> taken =
      resultTypes(*forward, llvm::ArrayRef(all).drop_front(count));
  for (const TensorType &type : resultTypes(*plain, llvm::ArrayRef(all).take_front(count)))
    if (isInexact(type))
      taken.push_back(type);
  TracedFunctionRef reverse = traced(rule.reverse, taken);
  return outer(customCall({*plain, *forward, *reverse}, arguments));
}

Tensors callVjp(const detail::Identity &identity, const Function &function, const Rule &rule,
                const Tensors &given) {
  if (!Scope::innermost())
    return function(given);
  const Order order(identity);
  return order.hasRule() ? callWithVjp(function, rule, given) : function(given);
}

Tensors joined(Tensors first, const Tensors &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

llvm::SmallVector<TensorType> floatsOf(llvm::ArrayRef<TensorType> types) {
  llvm::SmallVector<TensorType> floats;
  llvm::copy_if(types, std::back_inserter(floats),
                [](const TensorType &type) { return isInexact(type); });
  return floats;
}

/// A rule for forward mode, and its transpose.
class JvpRule {
public:
  JvpRule(const Function &rule, const TracedFunction &plain) : rule(rule) {
    for (auto [type, isWeak] :
         llvm::zip_equal(plain.function().getResultTypes(), plain.weakResults()))
      results.push_back(TensorType::of(type, isWeak));
  }

  /// The results, then the tangents of those that are floats, of a list of the same of arguments.
  Tensors operator()(const Tensors &given, size_t count) const {
    const Tensors primals(given.begin(), given.begin() + count);
    return call(primals, Tensors(given.begin() + count, given.end()));
  }

  /// From arguments and cotangents of results to those of arguments, of floats.
  Tensors transposed(const Tensors &given, size_t count) const {
    const Tensors primals(given.begin(), given.begin() + count);
    auto along = [&](const Tensors &tangents) {
      Tensors all = call(primals, tangents);
      return Tensors(all.begin() + results.size(), all.end());
    };
    cotan::trace::Tensors zeros;
    for (const Tensor &x : primals)
      if (isInexact(x.body()->type()))
        zeros.push_back(inner(zeros_like(x)));
    TracedFunctionRef program = silent(*traced(along, typesOf(zeros)));
    const Vjp vjp(program, llvm::to_vector(llvm::seq(0u, unsigned(zeros.size()))), zeros,
                  Vjp::Loops::once);
    return outer(vjp.cotangents(inner(std::span(given).subspan(count))));
  }

private:
  Tensors call(const Tensors &primals, const Tensors &floats) const {
    Tensors given = primals;
    auto next = floats.begin();
    for (const Tensor &x : primals)
      given.push_back(isInexact(x.body()->type()) ? *next++ : zeros_like(x));
    const Tensors found = rule(given);
    const Called called("ct.custom_jvp");
    if (found.size() != 2 * results.size())
      refuse<TypeError>("the rule returned " + std::to_string(found.size()) + " tensors for " +
                        std::to_string(results.size()) +
                        " results; it must return the results, then a tangent of each");
    Tensors all(found.begin(), found.begin() + results.size());
    for (size_t i = 0; i < results.size(); ++i)
      checkResult(all[i], results[i]);
    for (size_t i = 0; i < results.size(); ++i)
      if (isInexact(results[i]))
        all.push_back(asTangent(found[results.size() + i], results[i]));
    return all;
  }

  static void checkResult(const Tensor &x, const TensorType &type) {
    if (inner(x.dtype()) != type.dtype || !haveOneType(openSizesOf(x), type.sizes))
      refuse<TypeError>("the rule's result is " + describe(x.body()->type()) + ", the function's " +
                        describe(type) + "; they must be alike");
  }
  static Tensor asTangent(const Tensor &x, const TensorType &type) {
    if (!haveOneType(openSizesOf(x), type.sizes))
      refuse<TypeError>("the tangent that the rule returned is " + describe(x.body()->type()) +
                        ", the result " + describe(type) + "; they must have one shape");
    return astype(x, outer(type.held()));
  }

  const Function &rule;
  llvm::SmallVector<TensorType> results;
};

Tensors callJvp(const detail::Identity &identity, const Function &function, const Function &rule,
                const Tensors &given) {
  if (!Scope::innermost())
    return function(given);
  const Order order(identity);
  if (!order.hasRule())
    return function(given);
  cotan::trace::Tensors arguments = asArguments(given);
  const llvm::SmallVector<TensorType> types = typesOf(arguments);
  TracedFunctionRef plain = traced(function, types);
  const JvpRule ruled(rule, *plain);
  auto all = llvm::to_vector(llvm::seq(0u, plain->function().getNumResults()));

  // The function itself, with its rule: derivatives of results are made of it.
  auto ahead = [&](const Tensors &xs) { return joined(callJvp(identity, function, rule, xs), xs); };
  llvm::SmallVector<TensorType> moving(types), pulling(types);
  llvm::append_range(moving, floatsOf(types));
  llvm::append_range(pulling, floatsOf(resultTypes(*plain, all)));
  auto back = [&](const Tensors &xs) { return ruled.transposed(xs, types.size()); };
  auto along = [&](const Tensors &xs) { return ruled(xs, types.size()); };
  TracedFunctionRef forward = traced(ahead, types), reverse = traced(back, pulling),
                    jvp = traced(along, moving);
  return outer(customCall({*plain, *forward, *reverse, jvp.get()}, arguments));
}

} // namespace

Function customVjpFlat(Function function, Rule rule) {
  return [=, identity = newIdentity()](const Tensors &given) {
    const Called called("ct.custom_vjp");
    return callVjp(identity, function, rule, given);
  };
}

Function customJvpFlat(Function function, Function rule) {
  return [=, identity = newIdentity()](const Tensors &given) {
    const Called called("ct.custom_jvp");
    return callJvp(identity, function, rule, given);
  };
}

namespace detail {

Nest customVjpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &forward, const Function &reverse, const Nest &arguments) {
  const Called called("ct.custom_vjp");
  Rule rule{[&](const Tensors &xs) { return leaves(forward(filled(arguments, xs))); }, reverse};
  auto call = [&](const Function &flat, const Tensors &xs) {
    return callVjp(identity, flat, rule, xs);
  };
  return onLeaves(function, arguments, call).first;
}

static void checkAlike(const char *what, const Nest &found, const char *whose, const Nest &wanted) {
  const tree::Structure ofFound(found), ofWanted(wanted);
  if (!(ofFound == ofWanted))
    refuse<TypeError>(std::string(what) + " is " + ofFound.str() + ", " + whose + " " +
                      ofWanted.str() + "; they must have one structure");
}

Nest customJvpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &rule, const Nest &arguments) {
  const Called called("ct.custom_jvp");
  for (size_t i = 0; i < arguments.parts().size(); ++i)
    if (holdsFunctions(arguments.parts()[i]))
      refuse<TypeError>("argument " + std::to_string(i) +
                        " holds a function, which has no tangent; let what it has captured be an "
                        "argument, and make it inside");
  std::optional<Nest> form;
  auto known = [&](const Nest &xs) { return *(form = function(xs)); };
  auto flatRule = [&](const Tensors &given) {
    const Tensors tangents(given.begin() + given.size() / 2, given.end());
    Nest::Parts both = filled(arguments, given).parts(),
                moving = filled(arguments, tangents).parts();
    both.insert(both.end(), moving.begin(), moving.end());
    const Nest pair = rule(Nest(both));
    const Called called("ct.custom_jvp");
    checkAlike("the rule's result", pair.parts()[0], "the function's", *form);
    checkAlike("the tangent that the rule returned", pair.parts()[1], "the result", *form);
    return leaves(pair);
  };
  auto call = [&](const Function &flat, const Tensors &xs) {
    return callJvp(identity, flat, flatRule, xs);
  };
  return onLeaves(known, arguments, call).first;
}

} // namespace detail
} // namespace ct
