#include "cotan/tensor/forms.h"

#include "cotan/tensor/inside.h"
#include "cotan/tensor/row_writing.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

using namespace cotan::trace;

namespace ct::detail {
namespace {

constexpr size_t mostFunctions = 64; // to choose from
constexpr unsigned mostRounds = 100; // times that what a turn makes is more than was known

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
  if (x.isFixed && isSameTensor(x.tensor(), y.tensor()))
    return x;
  std::optional<TensorType> both = join(x.tensor().body()->type(), y.tensor().body()->type());
  if (!both && isCaptured)
    return std::nullopt;
  const TensorBody &second = *y.tensor().body();
  bool isSecond = both && second.dtype == both->dtype && second.isWeak == both->isWeak;
  return Nest(isSecond ? y.tensor() : x.tensor());
}

std::optional<Nest> joinedNests(const Nest &x, const Nest &y, bool isCaptured);

bool haveSameNames(const Nest &x, const Nest &y, bool isCaptured) {
  if (x.names != y.names && !isCaptured)
    refuse("a map has the keys " + keysOf(x) + " on one way and " + keysOf(y) +
           " on another; it must have the same on all");
  return x.names == y.names;
}

std::optional<Nest::Parts> joinedParts(const Nest::Parts &x, const Nest::Parts &y,
                                       bool isCaptured) {
  if (x.size() != y.size() && !isCaptured)
    refuse("a list has " + std::to_string(x.size()) + " elements on one way and " +
           std::to_string(y.size()) + " on another; it must have as many on all");
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
    refuse<TypeError>("there are more than " + std::to_string(mostFunctions) +
                      " functions to choose from; those that differ in what they have captured "
                      "count once if that "
                      "is named, as in ct::closure(f, w), where f takes w first");
}

std::optional<Nest> joinedNests(const Nest &x, const Nest &y, bool isCaptured) {
  if (x.content.index() != y.content.index())
    return std::nullopt;
  if (std::holds_alternative<Tensor>(x.content))
    return joinedTensors(x, y, isCaptured);
  if (std::holds_alternative<Nest::Parts>(x.content)) {
    if (!haveSameNames(x, y, isCaptured))
      return std::nullopt;
    auto parts = joinedParts(x.parts(), y.parts(), isCaptured);
    return parts ? std::optional(x.with(std::move(*parts))) : std::nullopt;
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
  for (const KnownFunction &function : value.functions) {
    auto isIt = [&](const KnownFunction &one) { return covers(one, function); };
    places.push_back(llvm::find_if(form.functions, isIt) - form.functions.begin());
  }
  return places;
}

/// x where the number is `i`, else y.
Tensor whereIs(const Tensor &number, size_t i, const Tensor &x, const Tensor &y) {
  const Promoted type = common(Accepts::any, std::array{x, y});
  const cotan::DType types[] = {cotan::DType::i1, type.dtype, type.dtype};
  return op::where(op::eq(number, Tensor(i), {.operandTypes = twoIntegers}), x, y,
                   {.operandTypes = types, .isWeak = type.isWeak});
}

/// The number of a function as that of the form.
Tensor atPlace(const Tensor &number, const std::vector<size_t> &places) {
  if (llvm::equal(places, llvm::seq(places.size())) && places.size() > 1)
    return number;
  Tensor result = Tensor(places[0]);
  for (size_t i = 1; i < places.size(); ++i)
    result = whereIs(number, i, Tensor(places[i]), result);
  return result;
}

/// Of one form: what has been captured by the function of this number, where it is that one.
Nest whereIs(const Tensor &number, size_t i, const Nest &x, const Nest &y) {
  const Tensors others = leaves(y);
  auto other = others.begin();
  return mapped(x, [&](const Nest &tensor, bool) {
    return tensor.isFixed ? tensor : Nest(whereIs(number, i, tensor.tensor(), *other++));
  });
}

Nest zerosOf(const Nest &form) {
  return mapped(form, [](const Nest &example, bool) {
    if (example.isFixed)
      return example;
    const Tensor &x = example.tensor();
    for (int64_t size : openSizesOf(x))
      if (isLabel(size) && !Scope::knowsSize(size))
        refuse("a function that is one of several has captured " + describe(x.body()->type()) +
               ", whose size is open (?) and known only where it is made; let it capture what that "
               "is computed of");
    return Nest(op::fill(Tensor(0), {.results = typeOf(x.dtype(), openSizesOf(x)),
                                     .operandTypes = inner(x.dtype()),
                                     .isWeak = x.isWeak()}));
  });
}

Nest fittedFunction(const FunctionValue &form, const FunctionValue &value) {
  const std::vector<size_t> places = placesOf(value, form);
  FunctionValue result{form.functions, atPlace(value.number, places)};
  for (auto [place, function] : llvm::enumerate(result.functions)) {
    const Nest captured(function.captured);
    std::optional<Nest> found;
    for (auto [i, given] : llvm::enumerate(value.functions))
      if (places[i] == place) {
        Nest one = fitted(captured, Nest(given.captured));
        found = found ? whereIs(value.number, i, one, *found) : one;
      }
    function.captured = (found ? *found : zerosOf(captured)).parts();
  }
  return Nest(std::make_shared<const FunctionValue>(std::move(result)));
}

using Codes = std::vector<std::shared_ptr<const Code>>;

/// The nest with other functions, which have captured the same.
Nest mappedCode(const Nest &nest,
                llvm::function_ref<Codes::value_type(const Codes::value_type &)> change) {
  auto all = [&](Nest::Parts parts) {
    for (Nest &part : parts)
      part = mappedCode(part, change);
    return parts;
  };
  if (std::holds_alternative<Tensor>(nest.content))
    return nest;
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return nest.with(all(*parts));
  FunctionValue function = *nest.function();
  for (KnownFunction &each : function.functions)
    each = {change(each.code), all(each.captured)};
  return Nest(std::make_shared<const FunctionValue>(std::move(function)));
}

/// The functions in a nest. What they have captured follows if `visit` says so.
void forEachFunction(const Nest &nest, llvm::function_ref<bool(const Nest::Function &)> visit) {
  auto all = [&](const Nest::Parts &parts) {
    for (const Nest &part : parts)
      forEachFunction(part, visit);
  };
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return all(*parts);
  auto *function = std::get_if<Nest::Function>(&nest.content);
  if (function && visit(*function))
    for (const KnownFunction &known : (*function)->functions)
      all(known.captured);
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
    return x.names == y.names && areAll(x.parts(), y.parts(), isSameForm);
  return std::ranges::equal(x.function()->functions, y.function()->functions, isSameFunction);
}

bool holdsFunctions(const Nest &nest) {
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return llvm::any_of(*parts, holdsFunctions);
  return std::holds_alternative<Nest::Function>(nest.content);
}

Nest joined(const Nest &x, const Nest &y) { return *joinedNests(x, y, /*isCaptured=*/false); }

std::optional<Nest> joinedIfOne(const Nest &x, const Nest &y) {
  return joinedNests(x, y, /*isCaptured=*/true);
}

static Nest fittedParts(const Nest &form, const Nest &value) {
  Nest::Parts parts;
  for (auto [x, y] : llvm::zip_equal(form.parts(), value.parts()))
    parts.push_back(fitted(x, y));
  return form.with(std::move(parts));
}

Nest fitted(const Nest &form, const Nest &value) {
  if (std::holds_alternative<Tensor>(form.content))
    return form.isFixed ? form : Nest(value.tensor());
  if (std::holds_alternative<Nest::Parts>(form.content))
    return fittedParts(form, value);
  return fittedFunction(*form.function(), *value.function());
}

Form::Form(const char *name, Moves moves, const Nest &initial)
    : name(name), moves(moves),
      form(withFixed(initial, [=](const TensorBody &) { return moves == Moves::others; })) {}

void Form::begin() {
  codesBefore = Code::count();
  madeBefore = std::exchange(made, {});
  functionsGiven.clear();
}

const Nest &Form::given(const Nest &nest) {
  forEachFunction(nest, [&](const Nest::Function &function) {
    functionsGiven.push_back(function);
    return false;
  });
  return nest;
}

/// What holds a function that was given is in the nest, or in what a lambda holds: the turn has
/// ended.
void Form::checkNamed(const Nest &returned) const {
  const Called called(name);
  std::map<const FunctionValue *, long> holders;
  std::set<const FunctionValue *> seen;
  forEachFunction(returned, [&](const Nest::Function &function) {
    ++holders[function.get()];
    return seen.insert(function.get()).second;
  });
  for (const auto &function : functionsGiven)
    if (const auto held = function.lock(); held && held.use_count() - 1 > holders[held.get()])
      refuse("a function that is made here holds one that was given, which is another one each "
             "time; name it, as in ct::closure(f, h), where f takes h first");
}

/// Of what is made each time there must be one of its type, then and now: else one might be taken
/// for another.
Nest Form::withCodeOfBefore(const Nest &value) {
  if (!codesBefore)
    return value;
  Codes fresh;
  mappedCode(value, [&](const Codes::value_type &code) {
    if (!code->isMade() && code->serial > *codesBefore && !llvm::is_contained(fresh, code))
      fresh.push_back(code);
    return code;
  });
  return mappedCode(value, [&](const Codes::value_type &code) {
    if (!llvm::is_contained(fresh, code))
      return code;
    auto isOfType = [&](const auto &other) { return other->hasTypeOf(*code); };
    const bool isOne =
        llvm::count_if(fresh, isOfType) == 1 && llvm::count_if(madeBefore, isOfType) == 1;
    auto known = isOne ? *llvm::find_if(madeBefore, isOfType) : code;
    if (!llvm::is_contained(made, known))
      made.push_back(known);
    return known;
  });
}

Nest Form::marked(const Nest &value) {
  return withFixed(withCodeOfBefore(value), [&](const TensorBody &tensor) {
    return moves == Moves::others && !isMadeHere(tensor);
  });
}

Nest Form::add(const Nest &value) {
  const Called called(name);
  Nest found = marked(value);
  form = form ? joined(*form, found) : found;
  return found;
}

Tensors Form::addOrAgain(const Nest &value) {
  const Called called(name);
  Nest found = marked(value);
  if (grow(found))
    throw Again{this};
  return leavesOf(found);
}

/// Whether the value is more than what was known.
bool Form::grow(const Nest &value) {
  if (!form) {
    form = value;
    return false;
  }
  const RowKindsRef before = folding.known();
  Nest both = folding.joinedState(*form, value);
  const bool isMore =
      folding.known() != before || !isSameForm(both, *form) || !haveSameLinks(both, *form);
  form = std::move(both); // also with examples of types that give way no more
  if (isMore && ++rounds > mostRounds)
    refuse<TypeError>("functions are made that hold other ones, or tensors of other shapes, each "
                      "time, so that there is no end of functions they may be; let tensors be "
                      "carried that they can be made of where they are called");
  return isMore;
}

Tensors Form::leavesOf(const Nest &value) const {
  if (folding.isEmpty())
    return leaves(fitted(*form, value));
  const Called called(name);
  RowWriting writing(folding, *form, value);
  Tensors found = leaves(writing.linked(*form, value));
  llvm::append_range(found, writing.moving());
  return found;
}

/// The nest, with functions in rows in the place of links.
static Nest withRows(const Nest &nest, const RowKindsRef &kinds, const Tensors &rows) {
  if (const Link *link = Link::in(nest))
    return InRow::value(kinds, link->of, nest.function()->functions[0].captured[0].tensor(), rows);
  if (!std::holds_alternative<Nest::Parts>(nest.content))
    return nest;
  Nest::Parts parts;
  for (const Nest &part : nest.parts())
    parts.push_back(withRows(part, kinds, rows));
  return nest.with(std::move(parts));
}

Nest Form::filled(const Tensors &tensors) {
  const Nest found = detail::filled(*form, tensors);
  if (folding.isEmpty())
    return found;
  auto next = tensors.begin() + leaves(*form).size();
  const RowKindsRef &kinds = folding.known();
  Tensors rows = {next[0], next[1]};
  next += 2;
  for (size_t kind = 0; kind < kinds->count(); ++kind)
    for (const Slot &slot : kinds->slots(kind))
      rows.push_back(slot.form.isFixed ? slot.form.tensor() : *next++);
  return withRows(found, kinds, rows);
}

Tensors Form::zeros() const { return leaves(zerosOf(*form)); }

} // namespace ct::detail
