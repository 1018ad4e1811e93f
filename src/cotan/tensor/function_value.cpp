#include "cotan/tensor/function_value.h"

#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/scope.h"

#include <algorithm>

namespace ct {

Code::~Code() = default;

static Nest callKnown(const KnownFunction &function, const Nest::Parts &arguments) {
  try {
    return function.code->call(function.captured, arguments);
  } catch (const cotan::trace::UsedAfterItsEnd &error) {
    throw Error(std::string(error.what()) +
                "; if a function that is called has captured it, name it where that is made, as in "
                "ct::closure(f, x), where f takes x first");
  }
}

Nest call(const FunctionValue &function, const Nest::Parts &arguments) {
  const std::vector<KnownFunction> &all = function.functions;
  if (all.size() == 1)
    return callKnown(all.front(), arguments);
  if (function.number.ndim() != 0) {
    const Called called("a function value");
    refuse<TypeError>("it is a function for each of several lanes; call it in ct.vmap, to which it "
                      "is an argument");
  }
  if (!function.number.isTraced())
    return callKnown(all.at(function.number.item<size_t>()), arguments);
  std::vector<NestFunction> branches;
  for (const KnownFunction &known : all)
    branches.push_back([&](const Nest &) { return callKnown(known, arguments); });
  const Called called("the call of a function value");
  return detail::switchOfNests(function.number, branches);
}

} // namespace ct
