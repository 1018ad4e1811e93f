#include "cotan/frontends/cpp/transform.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/trace/context.h"
#include "cotan/trace/derivatives.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>

using namespace cotan::trace;

namespace ct {
namespace {

/// Compiled functions by the types of their arguments.
class Compiled {
public:
  explicit Compiled(Function function) : function(std::move(function)) {}

  Tensors operator()(const Tensors &given) {
    cotan::trace::Tensors arguments = asArguments(given);
    return outer(call(find(arguments), arguments));
  }

private:
  TracedFunctionRef find(llvm::ArrayRef<TensorRef> arguments) {
    std::string key;
    for (const TensorRef &argument : arguments) {
      llvm::ArrayRef<int64_t> sizes = argument->sizes();
      key += {char(argument->dtype), char(argument->isWeak), char(sizes.size())};
      key.append(reinterpret_cast<const char *>(sizes.data()), sizes.size() * sizeof(int64_t));
    }
    {
      std::lock_guard lock(mutex);
      if (auto found = byTypes.find(key); found != byTypes.end())
        return found->second;
    }
    TracedFunctionRef made = traced(function, typesOf(arguments));
    // What refers to a function under construction is of no use after it.
    if (made->isClosed()) {
      std::lock_guard lock(mutex);
      byTypes[key] = made;
    }
    return made;
  }

  Function function;
  std::mutex mutex;
  std::map<std::string, TracedFunctionRef> byTypes;
};

llvm::SmallVector<unsigned> checkedArguments(llvm::ArrayRef<TensorRef> arguments,
                                             const std::vector<int64_t> &argnums) {
  llvm::SmallVector<unsigned> wrt;
  for (int64_t argnum : argnums) {
    int64_t count = arguments.size(), index = argnum < 0 ? argnum + count : argnum;
    if (index < 0 || index >= count)
      throw ValueError(currentPlace() + "ct.grad: argnums holds " + std::to_string(argnum) +
                       ", but there are " + std::to_string(count) + " arguments");
    if (!cotan::isFloat(arguments[index]->dtype))
      throw TypeError(currentPlace() + "ct.grad: argument " + std::to_string(index) + " is " +
                      describe(arguments[index]->type()) +
                      ", but a derivative is with respect to floats; convert it with "
                      "astype(ct.float32), or leave it out of argnums");
    wrt.push_back(index);
  }
  return wrt;
}

} // namespace

Function jitFlat(Function function) {
  auto compiled = std::make_shared<Compiled>(std::move(function));
  return [compiled](const Tensors &arguments) { return (*compiled)(arguments); };
}

ValueAndGradient valueAndGradientFlat(const Function &function, const Tensors &given,
                                      const std::vector<int64_t> &argnums) {
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<unsigned> wrt = checkedArguments(arguments, argnums);
  TracedFunctionRef original = traced(function, typesOf(arguments));
  size_t count = original->function().getNumResults();
  TensorType value =
      count ? TensorType::of(original->function().getResultTypes()[0]) : TensorType();
  if (count == 0 || !value.sizes.empty() || !cotan::isFloat(value.dtype))
    throw TypeError(currentPlace() + "ct.grad: the function returned " +
                    (count ? describe(value) : "nothing") +
                    ", but the gradient is of one floating-point number; reduce the result, as "
                    "with ct.sum, or use "
                    "ct.vjp");
  Tensors results = outer(call(gradient(*original, wrt, 0), arguments));
  return {Tensors(results.begin(), results.begin() + count),
          Tensors(results.begin() + count, results.end())};
}

std::string programText(const Function &function, const Tensors &arguments) {
  TracedFunctionRef program = traced(function, typesOf(asArguments(arguments)));
  std::string text;
  llvm::raw_string_ostream stream(text);
  program->function().print(stream);
  return text;
}

} // namespace ct
