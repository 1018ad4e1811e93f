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

/// A function for arguments of these types, written down: what it returns is of the form `result`.
struct WrittenProgram {
  Nest arguments, result; // forms
  llvm::SmallVector<TensorType> types;
  TracedFunctionRef traced;

  bool isFor(const Nest &given, llvm::ArrayRef<TensorType> wanted) const {
    auto isSame = [](const auto &both) {
      const auto &[x, y] = both;
      return x.dtype == y.dtype && x.isWeak == y.isWeak && x.sizes == y.sizes;
    };
    return types.size() == wanted.size() && llvm::all_of(llvm::zip(types, wanted), isSame) &&
           detail::isSameForm(arguments, given);
  }
};

/// Rules may call their function again: each order of derivatives opens one more, of which those
/// beyond the third are those of the function as it is written. That is written down once for all.
class Order {
public:
  static constexpr unsigned most = 3, mostOfAll = 64;

  explicit Order(const detail::Identity &identity)
      : identity(identity), depth(open()[identity].depth++) {
    all()++;
  }
  ~Order() {
    all()--;
    if (--open()[identity].depth == 0)
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

  WrittenProgram program(const NestFunction &function, const Nest &arguments,
                         llvm::ArrayRef<TensorType> types) const {
    for (const WrittenProgram &known : open()[identity].programs)
      if (known.isFor(arguments, types))
        return known;
    std::optional<Nest> result;
    auto flat = [&](const Tensors &xs) {
      result = function(detail::filled(arguments, xs));
      return detail::leaves(*result);
    };
    TracedFunctionRef made = traced(flat, types);
    auto formOf = [](const Nest &nest) { return tree::Structure(nest).form(); };
    WrittenProgram program{formOf(arguments), formOf(*result), llvm::SmallVector<TensorType>(types),
                           made};
    open()[identity].programs.push_back(program);
    return program;
  }

private:
  struct Open {
    unsigned depth = 0;
    std::vector<WrittenProgram> programs;
  };
  static std::map<detail::Identity, Open> &open() {
    static thread_local std::map<detail::Identity, Open> all;
    return all;
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

void checkAlike(const char *what, const Nest &found, const char *whose, const Nest &wanted) {
  const tree::Structure ofFound(found), ofWanted(wanted);
  if (!(ofFound == ofWanted))
    refuse<TypeError>(std::string(what) + " is " + ofFound.str() + ", " + whose + " " +
                      ofWanted.str() + "; they must have one structure");
}

/// The rule of nests as one of lists: of arguments, then tangents, to results, then tangents.
Function ofLists(const NestFunction &rule, const Nest &arguments, const Nest &result) {
  return [&](const Tensors &given) {
    const Tensors tangents(given.begin() + given.size() / 2, given.end());
    Nest::Parts both = detail::filled(arguments, given).parts(),
                moving = detail::filled(arguments, tangents).parts();
    both.insert(both.end(), moving.begin(), moving.end());
    const Nest pair = rule(Nest(both));
    const Called called("ct.custom_jvp");
    checkAlike("the rule's result", pair.parts()[0], "the function's", result);
    checkAlike("the tangent that the rule returned", pair.parts()[1], "the result", result);
    return detail::leaves(pair);
  };
}

Nest callJvp(const detail::Identity &identity, const NestFunction &function,
             const NestFunction &rule, const Nest &arguments) {
  if (!Scope::innermost())
    return function(arguments);
  const Order order(identity);
  cotan::trace::Tensors given = asArguments(detail::leaves(arguments));
  const llvm::SmallVector<TensorType> types = typesOf(given);
  const WrittenProgram plain = order.program(function, arguments, types);
  if (!order.hasRule())
    return detail::filled(plain.result, outer(call(plain.traced, given)));
  const Function flatRule = ofLists(rule, arguments, plain.result);
  const JvpRule ruled(flatRule, *plain.traced);

  // The function itself, with its rule: derivatives of results are made of it.
  auto ahead = [&](const Tensors &xs) {
    return joined(detail::leaves(callJvp(identity, function, rule, detail::filled(arguments, xs))),
                  xs);
  };
  llvm::SmallVector<TensorType> moving(types), pulling(types);
  llvm::append_range(moving, floatsOf(types));
  const auto all = llvm::to_vector(llvm::seq(0u, plain.traced->function().getNumResults()));
  llvm::append_range(pulling, floatsOf(resultTypes(*plain.traced, all)));
  auto back = [&](const Tensors &xs) { return ruled.transposed(xs, types.size()); };
  auto along = [&](const Tensors &xs) { return ruled(xs, types.size()); };
  TracedFunctionRef forward = traced(ahead, types), reverse = traced(back, pulling),
                    jvp = traced(along, moving);
  return detail::filled(plain.result,
                        outer(customCall({*plain.traced, *forward, *reverse, jvp.get()}, given)));
}

/// The cotangents of arguments that are floats, by a rule of nests: of residuals, then cotangents
/// of results that are floats.
Tensors pulled(const NestFunction &reverse, const Nest &made, const Nest &arguments,
               const Tensors &given) {
  const Nest &result = made.parts()[0], &residuals = made.parts()[1];
  Tensors cotangents;
  auto next = given.begin() + detail::leaves(residuals).size();
  for (const Tensor &y : detail::leaves(result))
    cotangents.push_back(isInexact(y.dtype()) ? *next++ : Tensor(0));
  const Nest found =
      reverse(Nest({detail::filled(residuals, given), detail::filled(result, cotangents)}));
  const Called called("ct.custom_vjp");
  const Tensors all = detail::leaves(found), primals = detail::leaves(arguments);
  if (all.size() != primals.size())
    refuse<TypeError>("the rule returned " + std::to_string(all.size()) +
                      " cotangents, but the arguments hold " + std::to_string(primals.size()) +
                      " tensors; return one for each");
  Tensors floats;
  for (size_t i = 0; i < all.size(); ++i)
    if (isInexact(primals[i].dtype()))
      floats.push_back(all[i]);
  return floats;
}

} // namespace

Function customVjpFlat(Function function, Rule rule) {
  return [=, identity = newIdentity()](const Tensors &given) {
    const Called called("ct.custom_vjp");
    return callVjp(identity, function, rule, given);
  };
}

Function customJvpFlat(Function function, Function rule) {
  auto ofNest = [=](const Nest &xs) {
    return Nested<Tensors>::apart(function(detail::leaves(xs)));
  };
  auto pairOf = [=](const Nest &both) {
    const Tensors found = rule(detail::leaves(both));
    const auto middle = found.begin() + found.size() / 2;
    return nest(Tensors(found.begin(), middle), Tensors(middle, found.end()));
  };
  return [=, identity = newIdentity()](const Tensors &given) {
    const Called called("ct.custom_jvp");
    return detail::leaves(callJvp(identity, ofNest, pairOf, Nested<Tensors>::apart(given)));
  };
}

namespace detail {

Nest customVjpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &forward, const NestFunction &reverse,
                      const Nest &arguments) {
  const Called called("ct.custom_vjp");
  std::optional<Nest> made; // the result and the residuals
  Rule rule{[&](const Tensors &xs) {
              made = forward(filled(arguments, xs));
              return leaves(*made);
            },
            [&](const Tensors &given) { return pulled(reverse, *made, arguments, given); }};
  auto call = [&](const Function &flat, const Tensors &xs) {
    return callVjp(identity, flat, rule, xs);
  };
  return onLeaves(function, arguments, call).first;
}

Nest customJvpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &rule, const Nest &arguments) {
  const Called called("ct.custom_jvp");
  for (size_t i = 0; i < arguments.parts().size(); ++i)
    if (holdsFunctions(arguments.parts()[i]))
      refuse<TypeError>("argument " + std::to_string(i) +
                        " holds a function, which has no tangent; let what it has captured be an "
                        "argument, and make it inside");
  return callJvp(identity, function, rule, arguments);
}

} // namespace detail
} // namespace ct
