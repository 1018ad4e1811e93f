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
  Compiled(Function function, JitOptions options)
      : function(std::move(function)), openAxes(std::move(options.dynamic_axes)),
        calls(std::move(options.calls)) {}

  Tensors operator()(const Tensors &given) {
    const Called called("ct.jit");
    cotan::trace::Tensors arguments = asArguments(given);
    llvm::SmallVector<TensorType> types = typesOf(arguments);
    if (!Scope::innermost()) // else the sizes are what they are in the function around it
      open(types);
    return outer(call(find(types), arguments));
  }

private:
  void open(llvm::MutableArrayRef<TensorType> types) {
    if (openAxes.size() > types.size())
      refuse("dynamic_axes has axes of " + std::to_string(openAxes.size()) +
             " arguments, but there are " + std::to_string(types.size()));
    for (auto [i, axes] : llvm::enumerate(openAxes))
      for (int64_t axis : axes) {
        TensorType &type = types[i];
        int64_t rank = type.sizes.size();
        if (axis < -rank || axis >= rank)
          refuse("dynamic_axes chooses axis " + std::to_string(axis) + " of argument " +
                 std::to_string(i) + ", but it is " + describe(type));
        type.sizes[axis < 0 ? axis + rank : axis] = mlir::ShapedType::kDynamic;
      }
  }

  TracedFunctionRef find(llvm::ArrayRef<TensorType> types) {
    std::string key;
    for (const TensorType &type : types) {
      key += {char(type.dtype), char(type.isWeak), char(type.sizes.size())};
      key.append(reinterpret_cast<const char *>(type.sizes.data()),
                 type.sizes.size() * sizeof(int64_t));
    }
    {
      std::lock_guard lock(mutex);
      if (auto found = byTypes.find(key); found != byTypes.end())
        return found->second;
    }
    TracedFunctionRef made = traced(function, types, Scope::innermost() ? "" : calls);
    // What refers to a function under construction is of no use after it.
    if (made->isClosed()) {
      std::lock_guard lock(mutex);
      byTypes[key] = made;
    }
    return made;
  }

  Function function;
  const std::vector<std::vector<int64_t>> openAxes;
  const std::string calls;
  std::mutex mutex;
  std::map<std::string, TracedFunctionRef> byTypes;
};

llvm::SmallVector<unsigned> checkedArguments(llvm::ArrayRef<TensorRef> arguments,
                                             const std::vector<int64_t> &argnums) {
  llvm::SmallVector<unsigned> wrt;
  for (int64_t argnum : argnums) {
    int64_t count = arguments.size(), index = argnum < 0 ? argnum + count : argnum;
    if (index < 0 || index >= count)
      refuse("argnums holds " + std::to_string(argnum) + ", but there are " +
             std::to_string(count) + " arguments");
    if (!cotan::isFloat(arguments[index]->dtype))
      refuse<TypeError>("argument " + std::to_string(index) + " is " +
                        describe(arguments[index]->type()) +
                        ", but a derivative is with respect to floats; convert it with "
                        "astype(ct.float32), or leave it out of argnums");
    wrt.push_back(index);
  }
  return wrt;
}

} // namespace

Function jitFlat(Function function, JitOptions options) {
  auto compiled = std::make_shared<Compiled>(std::move(function), std::move(options));
  return [compiled](const Tensors &arguments) { return (*compiled)(arguments); };
}

ValueAndGradient valueAndGradientFlat(const Function &function, const Tensors &given,
                                      const std::vector<int64_t> &argnums) {
  const Called called("ct.grad");
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<unsigned> wrt = checkedArguments(arguments, argnums);
  TracedFunctionRef original = traced(function, typesOf(arguments));
  size_t count = original->function().getNumResults();
  TensorType value =
      count ? TensorType::of(original->function().getResultTypes()[0]) : TensorType();
  if (count == 0 || !value.sizes.empty() || !cotan::isFloat(value.dtype))
    refuse<TypeError>("the function returned " + (count ? describe(value) : "nothing") +
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
  program->function()->getParentOp()->print(stream); // with what it calls
  return text;
}

} // namespace ct
