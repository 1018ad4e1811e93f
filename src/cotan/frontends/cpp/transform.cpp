#include "cotan/frontends/cpp/transform.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/derivatives.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>

using namespace cotan::trace;

namespace ct {
namespace {

TracedFunctionRef traced(const Function &function, llvm::ArrayRef<TensorType> types) {
  return trace(types, [&](llvm::ArrayRef<TensorRef> arguments) {
    return inner(function(outer(arguments)));
  });
}

/// Numbers become tensors, whose element types give way as theirs do.
cotan::trace::Tensors asArguments(const Tensors &tensors) {
  cotan::trace::Tensors arguments;
  for (const Tensor &tensor : tensors) {
    auto body = inner(tensor);
    arguments.push_back(body->isNumber() ? makeTensor(body->asArray(), body->isWeak) : body);
  }
  return arguments;
}

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

std::string shapeText(const TensorRef &tensor) { return describe(tensor->type()); }

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
                      shapeText(arguments[index]) +
                      ", but a derivative is with respect to floats; convert it with "
                      "astype(ct.float32), or leave it out of argnums");
    wrt.push_back(index);
  }
  return wrt;
}

void checkTypes(const char *name, llvm::ArrayRef<TensorRef> found,
                llvm::ArrayRef<TensorType> expected) {
  if (found.size() != expected.size())
    throw ValueError(currentPlace() + "ct." + name + ": " + std::to_string(found.size()) +
                     " tensors are given where " + std::to_string(expected.size()) + " are needed");
  for (auto [i, tensor, type] : llvm::enumerate(found, expected))
    if (tensor->sizes() != llvm::ArrayRef<int64_t>(type.sizes))
      throw ValueError(currentPlace() + "ct." + name + ": tensor " + std::to_string(i) + " is " +
                       shapeText(tensor) + ", but must have the shape of " + describe(type));
}

/// Tensors of these types' element types.
cotan::trace::Tensors converted(llvm::ArrayRef<TensorRef> tensors,
                                llvm::ArrayRef<TensorType> types) {
  cotan::trace::Tensors result;
  for (auto [tensor, type] : llvm::zip_equal(tensors, types)) {
    if (tensor->dtype == type.dtype && !tensor->isNumber()) {
      result.push_back(tensor);
    } else if (tensor->isNumber()) {
      result.push_back(makeTensor(tensor->arrayAs(type.dtype)));
    } else {
      TensorType wanted[] = {{type.dtype, type.sizes}};
      result.push_back(applyOne({.name = "prim.cast", .results = wanted}, {tensor}));
    }
  }
  return result;
}

llvm::SmallVector<unsigned> floatArguments(llvm::ArrayRef<TensorRef> arguments) {
  llvm::SmallVector<unsigned> wrt;
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (cotan::isFloat(argument->dtype))
      wrt.push_back(i);
  return wrt;
}

llvm::SmallVector<TensorType> resultTypes(const TracedFunction &function,
                                          llvm::ArrayRef<unsigned> which) {
  llvm::SmallVector<TensorType> types;
  for (unsigned i : which)
    types.push_back(TensorType::of(function.function().getResultTypes()[i]));
  return types;
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

std::pair<Tensors, Function> vjpFlat(const Function &function, const Tensors &given) {
  cotan::trace::Tensors arguments = asArguments(given);
  TracedFunctionRef original = traced(function, typesOf(arguments));
  Tensors results = outer(call(original, arguments));
  Pullback back = pullback(*original, floatArguments(arguments));
  size_t count = results.size();
  return {std::move(results), [=](const Tensors &cotangents) {
            llvm::SmallVector<TensorType> types = resultTypes(*original, back.differentiable);
            cotan::trace::Tensors seeds = inner(cotangents);
            checkTypes("vjp", seeds, types);
            Tensors all = outer(call(back.function, arguments, converted(seeds, types)));
            return Tensors(all.begin() + count, all.end());
          }};
}

std::pair<Tensors, Tensors> jvpFlat(const Function &function, const Tensors &given,
                                    const Tensors &tangents) {
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<unsigned> wrt = floatArguments(arguments);
  TracedFunctionRef original = traced(function, typesOf(arguments));
  llvm::SmallVector<TensorType> types;
  for (unsigned i : wrt)
    types.push_back(arguments[i]->type());
  cotan::trace::Tensors directions = inner(tangents);
  checkTypes("jvp", directions, types);
  Pullback forward = pushforward(*original, wrt);
  size_t count = original->function().getNumResults();
  Tensors all = outer(call(forward.function, arguments, converted(directions, types)));
  return {Tensors(all.begin(), all.begin() + count), Tensors(all.begin() + count, all.end())};
}

std::string programText(const Function &function, const Tensors &arguments) {
  TracedFunctionRef program = traced(function, typesOf(asArguments(arguments)));
  std::string text;
  llvm::raw_string_ostream stream(text);
  program->function().print(stream);
  return text;
}

} // namespace ct
