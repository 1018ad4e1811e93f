#include "cotan/tensor/function_value.h"

#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/scope.h"

#include <atomic>

namespace ct::detail {

static std::atomic<uint64_t> numCodes = 0;

Code::Code() : serial(++numCodes) {}
Code::~Code() = default;
uint64_t Code::count() { return numCodes; }

namespace {

const char *const callName = "the call of a function value"; // in errors

/// Calls that are being traced, one inside of the other: a function that gets to itself would be
/// traced without end.
class Deeper {
public:
  Deeper() {
    if (++depth <= most)
      return;
    --depth;
    const Called called(callName);
    refuse<Error>(std::to_string(most) +
                  " calls are nested in each other while they are traced; write a function that "
                  "calls itself as deep as a value says with ct::recursive");
  }
  ~Deeper() { --depth; }
  Deeper(const Deeper &) = delete;

private:
  static constexpr unsigned most = 500;
  static thread_local unsigned depth;
};
thread_local unsigned Deeper::depth = 0;

Nest callKnown(const KnownFunction &function, const Nest::Parts &arguments) {
  const Deeper deeper;
  try {
    return function.code->call(function.captured, arguments);
  } catch (const cotan::trace::UsedAfterItsEnd &error) {
    throw Error(std::string(error.what()) +
                "; if a function that is called has captured it, name it where that is made, as in "
                "ct::closure(f, x), where f takes x first");
  }
}

} // namespace

Nest call(const FunctionValue &function, const Nest::Parts &arguments) {
  const std::vector<KnownFunction> &all = function.functions;
  if (all.size() == 1)
    return callKnown(all.front(), arguments);
  if (function.number.ndim() != 0) {
    const Called called(callName);
    refuse<TypeError>("it is one for each of several lanes; call it in ct.vmap, to which it "
                      "is an argument");
  }
  if (!function.number.isTraced())
    return callKnown(all.at(function.number.item<size_t>()), arguments);
  std::vector<NestFunction> branches;
  for (const KnownFunction &known : all)
    branches.push_back([&](const Nest &) { return callKnown(known, arguments); });
  const Called called(callName);
  return switchOfNests(function.number, branches);
}

} // namespace ct::detail
