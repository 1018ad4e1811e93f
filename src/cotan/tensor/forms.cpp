#include "cotan/tensor/forms.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"

#include <algorithm>
#include <cstring>

using namespace cotan::trace;

namespace ct {
namespace {

constexpr size_t mostFunctions = 64; // to choose from
constexpr unsigned mostDeepened = 8; // times that functions are found to hold functions

bool isSameTensor(const Tensor &x, const Tensor &y) {
  const TensorBody &a = *x.body(), &b = *y.body();
  return &a == &b || (a.isNumber() && b.isNumber() && a.array->dtype() == b.array->dtype() &&
                      std::memcmp(a.array->data(), b.array->data(), a.array->bytes()) == 0);
}

template <typename F> bool areAll(const Nest::Parts &x, const Nest::Parts &y, const F &holds) {
  return std::ranges::equal(x, y, holds);
}

bool isSameFunction(const KnownFunction &x, const KnownFunction &y) {
  return x.code->isSame(*y.code) && areAll(x.captured, y.captured, isSameForm);
}

/// What may be one or the other; `isCaptured`: by a function, so that no error is due if it cannot.
std::optional<Nest> joinedTensors(const Nest &x, const Nest &y, bool isCaptured) {
  if (x.isFixed && y.isFixed && isSameTensor(x.tensor(), y.tensor()))
    return x;
  std::optional<TensorType> both = join(x.tensor().body()->type(), y.tensor().body()->type());
  if (!both && isCaptured)
    return std::nullopt;
  const TensorBody &second = *y.tensor().body();
  bool isSecond = both && second.dtype == both->dtype && second.isWeak == both->isWeak;
  return Nest(isSecond ? y.tensor() : x.tensor());
}

std::optional<Nest> joinedNests(const Nest &x, const Nest &y, bool isCaptured);

std::optional<Nest::Parts> joinedParts(const Nest::Parts &x, const Nest::Parts &y,
                                       bool isCaptured) {
  if (x.size() != y.size())
    return std::nullopt;
  Nest::Parts parts;
  for (size_t i = 0; i < x.size(); ++i) {
    std::optional<Nest> both = joinedNests(x[i], y[i], isCaptured);
    if (!both)
      return std::nullopt;
    parts.push_back(std::move(*both));
  }
  return parts;
}

/// Of functions that are one but for what they have captured, there is one.
void addFunction(std::vector<KnownFunction> &known, const KnownFunction &other) {
  for (KnownFunction &function : known)
    if (function.code->isSame(*other.code))
      if (auto captured = joinedParts(function.captured, other.captured, true)) {
        function.captured = std::move(*captured);
        return;
      }
  known.push_back(other);
  if (known.size() > mostFunctions)
    refuse<TypeError>(
        "there are more than " + std::to_string(mostFunctions) +
        " functions to choose from; a function that is made anew each time counts once if what it "
        "has captured is named, as in ct::closure(f, w), where f takes w first");
}

std::optional<Nest> joinedNests(const Nest &x, const Nest &y, bool isCaptured) {
  if (x.content.index() != y.content.index())
    return std::nullopt;
  if (std::holds_alternative<Tensor>(x.content))
    return joinedTensors(x, y, isCaptured);
  if (std::holds_alternative<Nest::Parts>(x.content)) {
    auto parts = joinedParts(x.parts(), y.parts(), isCaptured);
    return parts ? std::optional(Nest(std::move(*parts))) : std::nullopt;
  }
  FunctionValue both = *x.function();
  for (const KnownFunction &function : y.function()->functions)
    addFunction(both.functions, function);
  return Nest(std::make_shared<const FunctionValue>(std::move(both)));
}

/// Whether a function is this one, whose captured tensors may be more.
bool covers(const KnownFunction &form, const KnownFunction &value) {
  if (!form.code->isSame(*value.code))
    return false;
  auto captured = joinedParts(form.captured, value.captured, true);
  return captured && areAll(form.captured, *captured, isSameForm);
}

/// For each function of a value which one of the form it is.
std::vector<size_t> placesOf(const FunctionValue &value, const FunctionValue &form) {
  std::vector<size_t> places;
  for (const KnownFunction &function : value.functions)
    for (size_t i = 0; i < form.functions.size(); ++i)
      if (!llvm::is_contained(places, i) && covers(form.functions[i], function)) {
        places.push_back(i);
        break;
      }
  return places;
}

const cotan::DType types[] = {cotan::DType::i64, cotan::DType::i64},
                   chosenTypes[] = {cotan::DType::i1, cotan::DType::i64, cotan::DType::i64};

Tensor atPlace(const Tensor &number, const std::vector<size_t> &places) {
  if (places.size() == 1)
    return Tensor(places[0]);
  Tensor result = Tensor(places[0]);
  bool isAnother = places[0] != 0;
  for (size_t i = 1; i < places.size(); ++i) {
    Tensor is = op::eq(number, Tensor(i), {.operandTypes = types});
    result = op::where(is, Tensor(places[i]), result, {.operandTypes = chosenTypes});
    isAnother |= places[i] != i;
  }
  return isAnother ? result : number;
}

Nest zerosOf(const Nest &form) {
  return mapped(form, [](const Nest &example, bool) {
    if (example.isFixed)
      return example;
    const Tensor &x = example.tensor();
    return Nest(op::fill(Tensor(0), {.results = typeOf(x.dtype(), openSizesOf(x)),
                                     .operandTypes = inner(x.dtype()),
                                     .isWeak = x.isWeak()}));
  });
}

Nest::Parts fittedParts(const Nest::Parts &forms, const Nest::Parts &values) {
  Nest::Parts parts;
  for (auto [form, value] : llvm::zip_equal(forms, values))
    parts.push_back(fitted(form, value));
  return parts;
}

Nest fittedFunction(const FunctionValue &form, const FunctionValue &value) {
  std::vector<size_t> places = placesOf(value, form);
  FunctionValue result{form.functions, atPlace(value.number, places)};
  for (auto [i, function] : llvm::enumerate(result.functions)) {
    auto place = llvm::find(places, i);
    if (place == places.end()) {
      for (Nest &captured : function.captured)
        captured = zerosOf(captured);
      continue;
    }
    const KnownFunction &given = value.functions[place - places.begin()];
    function.captured = fittedParts(function.captured, given.captured);
  }
  return Nest(std::make_shared<const FunctionValue>(std::move(result)));
}

/// How many functions hold each other.
unsigned depthOf(const Nest &nest) {
  unsigned depth = 0;
  auto see = [&](const Nest::Parts &parts, unsigned more) {
    for (const Nest &part : parts)
      depth = std::max(depth, depthOf(part) + more);
  };
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    see(*parts, 0);
  else if (auto *function = std::get_if<Nest::Function>(&nest.content)) {
    depth = 1;
    for (const KnownFunction &known : (*function)->functions)
      see(known.captured, 1);
  }
  return depth;
}

/// The nest, where of what functions have captured these tensors are fixed.
Nest withFixed(const Nest &nest, llvm::function_ref<bool(const TensorBody &)> isFixed) {
  return mapped(nest, [=](const Nest &tensor, bool isCaptured) {
    return Nest(tensor.tensor(), isCaptured && isFixed(*tensor.tensor().body()));
  });
}

} // namespace

bool isSameForm(const Nest &x, const Nest &y) {
  if (x.content.index() != y.content.index())
    return false;
  if (std::holds_alternative<Tensor>(x.content))
    return x.isFixed == y.isFixed && (!x.isFixed || isSameTensor(x.tensor(), y.tensor()));
  if (std::holds_alternative<Nest::Parts>(x.content))
    return areAll(x.parts(), y.parts(), isSameForm);
  return std::ranges::equal(x.function()->functions, y.function()->functions, isSameFunction);
}

bool holdsFunctions(const Nest &nest) { return depthOf(nest) > 0; }

std::optional<Nest> joined(const Nest &x, const Nest &y) { return joinedNests(x, y, false); }

Nest fitted(const Nest &form, const Nest &value) {
  if (std::holds_alternative<Tensor>(form.content))
    return form.isFixed ? form : Nest(value.tensor());
  if (std::holds_alternative<Nest::Parts>(form.content))
    return Nest(fittedParts(form.parts(), value.parts()));
  return fittedFunction(*form.function(), *value.function());
}

Form::Form(const char *name, Moves moves, const Nest &initial)
    : name(name), moves(moves),
      known(withFixed(initial, [=](const TensorBody &) { return moves == Moves::others; })) {}

Tensors Form::add(const Nest &value) {
  const Called called(name);
  Nest found = withFixed(value, [&](const TensorBody &tensor) {
    return moves == Moves::others && !isMadeHere(tensor);
  });
  if (!known) {
    known = found;
  } else {
    std::optional<Nest> both = joined(*known, found);
    if (!both)
      refuse("a list has more elements on one way than on another; it must have as many on all");
    if (!isSameForm(*both, *known)) {
      hasGrown = true;
      grow(std::move(*both));
    } else {
      known = std::move(both); // with examples that give way no more
    }
  }
  return leavesOf(found);
}

void Form::grow(Nest both) {
  deepened += depthOf(both) > depthOf(*known);
  known = std::move(both);
  if (deepened > mostDeepened)
    refuse<TypeError>("a function is made that holds the one before it, again and again, so that "
                      "there is no end of functions it may be; let tensors be carried that it can "
                      "be made of where it is called");
}

void Form::checkAll() {
  if (hasGrown)
    throw Again{this};
}

Tensors Form::addOrAgain(const Nest &value) {
  Tensors found = add(value);
  checkAll();
  return found;
}

} // namespace ct
