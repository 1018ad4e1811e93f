#include "cotan/frontends/cpp/transform.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/tensor/forms.h"
#include "cotan/trace/context.h"
#include "cotan/trace/derivatives.h"
#include "cotan/trace/room.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>

using namespace cotan::trace;

namespace ct {
namespace detail {

/// Compiled functions by the types of their arguments.
class Compiled {
public:
  explicit Compiled(JitOptions options)
      : openAxes(std::move(options.dynamic_axes)),
        wanted(programOptions(std::move(options.calls), options.decomposition)) {}

  Nest operator()(const NestFunction &function, const Nest &given) {
    const Called called("ct.jit");
    cotan::trace::Tensors arguments = asArguments(leaves(given));
    llvm::SmallVector<TensorType> types = typesOf(arguments);
    if (!Scope::innermost()) // else the sizes are what they are in the function around it
      open(types, given.parts());
    return untilItFits([&] {
      std::shared_ptr<const Entry> entry = find(function, given, types);
      return filled(entry->result, outer(call(entry->traced, arguments)));
    });
  }

private:
  struct Entry {
    Nest arguments, result; // forms
    TracedFunctionRef traced;
    cotan::FunctionLimits room;

    /// Whether it has the room that is known to be needed.
    bool hasRoom() const {
      const cotan::FunctionLimits &needed = Room::here();
      return room.rows >= needed.rows && room.orders >= needed.orders;
    }
  };

  /// The axes of an argument are those of all its tensors.
  void open(llvm::MutableArrayRef<TensorType> types, const Nest::Parts &given) {
    if (openAxes.size() > given.size())
      refuse("dynamic_axes has axes of " + std::to_string(openAxes.size()) +
             " arguments, but there are " + std::to_string(given.size()));
    for (auto [i, axes] : llvm::enumerate(openAxes)) {
      const size_t count = leaves(given[i]).size();
      open(types.take_front(count), axes, i);
      types = types.drop_front(count);
    }
  }
  static void open(llvm::MutableArrayRef<TensorType> types, const std::vector<int64_t> &axes,
                   size_t i) {
    for (TensorType &type : types)
      for (int64_t axis : axes) {
        int64_t rank = type.sizes.size();
        if (axis < -rank || axis >= rank)
          refuse("dynamic_axes chooses axis " + std::to_string(axis) + " of argument " +
                 std::to_string(i) + ", but it is " + describe(type));
        type.sizes[axis < 0 ? axis + rank : axis] = mlir::ShapedType::kDynamic;
      }
  }

  std::shared_ptr<const Entry> find(const NestFunction &function, const Nest &given,
                                    llvm::ArrayRef<TensorType> types) {
    std::string key(1, char(defaultFloat()));
    for (const TensorType &type : types) {
      key += {char(type.dtype), char(type.isWeak), char(type.sizes.size())};
      key.append(reinterpret_cast<const char *>(type.sizes.data()),
                 type.sizes.size() * sizeof(int64_t));
    }
    {
      std::lock_guard lock(mutex);
      for (const auto &known : llvm::reverse(byTypes[key])) // the last has most room
        if (known->hasRoom() && isSameForm(known->arguments, given)) {
          if (!Scope::innermost())
            Room::raiseTo(known->room);
          return known;
        }
    }
    auto made = std::make_shared<const Entry>(trace(function, given, types));
    // What refers to a function under construction is of no use after it.
    if (made->traced->isClosed()) {
      std::lock_guard lock(mutex);
      byTypes[key].push_back(made);
    }
    return made;
  }

  Entry trace(const NestFunction &function, const Nest &given,
              llvm::ArrayRef<TensorType> types) const {
    std::optional<Nest> result;
    auto flat = [&](const Tensors &xs) {
      result = function(filled(given, xs));
      return leaves(*result);
    };
    TracedFunctionRef made = traced(flat, types, Scope::innermost() ? ProgramOptions() : wanted);
    return {withoutTensors(given), withoutTensors(*result), made, Room::here()};
  }
  /// What is kept must not keep what was traced, nor large arrays.
  static Nest withoutTensors(const Nest &nest) {
    return mapped(nest, [](const Nest &, bool) { return Nest(Tensor(0)); });
  }

  const std::vector<std::vector<int64_t>> openAxes;
  const ProgramOptions wanted;
  std::mutex mutex;
  std::map<std::string, std::vector<std::shared_ptr<const Entry>>> byTypes;
};

std::shared_ptr<Compiled> makeCompiled(JitOptions options) {
  return std::make_shared<Compiled>(std::move(options));
}

Nest callCompiled(Compiled &compiled, const NestFunction &function, const Nest &arguments) {
  return compiled(function, arguments);
}

} // namespace detail

namespace {

/// Of an argument, or a tensor in it.
void checkFloat(int64_t argument, const TensorType &type) {
  if (!isInexact(type))
    refuse<TypeError>("argument " + std::to_string(argument) + " is " + describe(type) +
                      ", but a derivative is with respect to floats; convert it with "
                      "astype(ct.float32), or leave it out of argnums");
}

llvm::SmallVector<unsigned> checkedArguments(llvm::ArrayRef<TensorRef> arguments,
                                             const std::vector<int64_t> &argnums) {
  llvm::SmallVector<unsigned> wrt;
  for (int64_t argnum : argnums) {
    int64_t count = arguments.size(), index = argnum < 0 ? argnum + count : argnum;
    if (index < 0 || index >= count)
      refuse("argnums holds " + std::to_string(argnum) + ", but there are " +
             std::to_string(count) + " arguments");
    checkFloat(index, arguments[index]->type());
    wrt.push_back(index);
  }
  return wrt;
}

} // namespace

Function jitFlat(Function function, JitOptions options) {
  auto ofNest = [function = std::move(function)](const Nest &arguments) {
    return Nested<Tensors>::apart(function(detail::leaves(arguments)));
  };
  return [ofNest, compiled = detail::makeCompiled(std::move(options))](const Tensors &arguments) {
    return detail::leaves(
        detail::callCompiled(*compiled, ofNest, Nested<Tensors>::apart(arguments)));
  };
}

static ValueAndGradient valueAndGradientOnce(const Function &function,
                                             const cotan::trace::Tensors &arguments,
                                             llvm::ArrayRef<unsigned> wrt) {
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

ValueAndGradient valueAndGradientFlat(const Function &function, const Tensors &given,
                                      const std::vector<int64_t> &argnums) {
  const Called called("ct.grad");
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<unsigned> wrt = checkedArguments(arguments, argnums);
  return untilItFits([&] { return valueAndGradientOnce(function, arguments, wrt); });
}

namespace detail {

/// Where the tensors of an argument begin among those of all, and where they end.
static std::pair<size_t, size_t> leavesOf(const Nest &arguments, size_t index) {
  size_t first = 0;
  for (size_t i = 0; i < index; ++i)
    first += leaves(arguments.parts()[i]).size();
  return {first, first + leaves(arguments.parts()[index]).size()};
}

static size_t checkedArgnum(const Nest::Parts &arguments, int64_t argnum) {
  const int64_t count = arguments.size(), index = argnum < 0 ? argnum + count : argnum;
  if (index < 0 || index >= count)
    refuse("argnums holds " + std::to_string(argnum) + ", but there are " + std::to_string(count) +
           " arguments");
  if (holdsFunctions(arguments[index]))
    refuse<TypeError>("argument " + std::to_string(index) +
                      " holds a function, but a derivative is with respect to floats; let what the "
                      "function has captured be an argument, and make it inside");
  for (const Tensor &x : leaves(arguments[index]))
    checkFloat(index, x.body()->type());
  return index;
}

void checkGradientType(int64_t argnum, std::initializer_list<bool> fits) {
  const Called called("ct.grad");
  const int64_t count = fits.size(), index = argnum < 0 ? argnum + count : argnum;
  if (index >= 0 && index < count && !fits.begin()[index])
    refuse<TypeError>("argument " + std::to_string(index) +
                      " has another C++ type than the first one that is no function, which the "
                      "gradient is returned as; put it first, or give a list, as "
                      "ct::grad(f, std::vector<int64_t>{" +
                      std::to_string(index) + "})");
}

std::pair<Tensor, Nest::Parts> valueAndGradientOfNests(const NestFunction &function,
                                                       const Nest &arguments,
                                                       const std::vector<int64_t> &argnums) {
  const Called called("ct.grad");
  std::vector<int64_t> wrt;
  Nest::Parts forms;
  for (int64_t argnum : argnums) {
    const size_t index = checkedArgnum(arguments.parts(), argnum);
    forms.push_back(arguments.parts()[index]);
    auto [first, end] = leavesOf(arguments, index);
    for (; first < end; ++first)
      wrt.push_back(first);
  }
  Tensors values;
  auto transform = [&](const Function &flat, const Tensors &xs) {
    ValueAndGradient both = valueAndGradientFlat(flat, xs, wrt);
    values = both.values;
    both.values.insert(both.values.end(), both.gradients.begin(), both.gradients.end());
    return both.values;
  };
  Tensors gradients = untilItFits([&] { return onLeaves(function, arguments, transform).second; });
  return {values.at(0), filled(Nest(forms), gradients).parts()};
}

} // namespace detail

std::string programText(const Function &function, const Tensors &arguments) {
  TracedFunctionRef program = traced(function, typesOf(asArguments(arguments)));
  std::string text;
  llvm::raw_string_ostream stream(text);
  program->function()->getParentOp()->print(stream); // with what it calls
  return text;
}

} // namespace ct
