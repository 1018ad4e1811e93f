// Calls of functions in rows: a function of the program that may call itself, and branches to what
// is of the kind that the row is.
#include "cotan/tensor/control.h"
#include "cotan/tensor/forms.h"
#include "cotan/tensor/inside.h"
#include "cotan/tensor/rows.h"
#include "cotan/trace/room.h"

#include <set>

using namespace cotan::trace;

namespace ct::detail {
namespace {

constexpr const char *rowCallName = "the call of a function that was made of others"; // in errors
constexpr size_t mostOfOneKind = 12; // calls in each other whose arguments have different forms

const void *programHere() {
  Scope *scope = Scope::innermost();
  return scope ? scope->function->main : nullptr;
}

/// A call that is being traced, as a function of the program of these kinds.
struct Call {
  const InRow &function;
  const KindSet &of;
  const bool mayTakeMore;
  Nest arguments;
  Nest self;
  const void *program;

  bool hasRowsOf(const InRow &other) const {
    return function.kinds == other.kinds || function.kinds->isSame(*other.kinds);
  }
};

/// Thrown by a call of a function of other kinds with the same arguments: one function is traced of
/// all of them.
struct MoreKinds {
  const KindSet *of; // the kinds of the call they are added to
  KindSet more;
};

thread_local std::vector<const Call *> open;

class Opened {
public:
  explicit Opened(const Call &call) { open.push_back(&call); }
  ~Opened() { open.pop_back(); }
  Opened(const Opened &) = delete;
};

/// The call that this one is once more, of those that are being traced; null if there is none.
const Call *calledAgain(const InRow &function, const Nest &arguments) {
  std::set<const void *> programs;
  size_t others = 0;
  for (const Call *call : llvm::reverse(open)) {
    if (!call->hasRowsOf(function))
      continue;
    const bool isOfKind = std::ranges::includes(call->of, function.of),
               isHere = call->program == programHere();
    if (!joinedIfOne(call->arguments, arguments) || (!isOfKind && !call->mayTakeMore)) {
      ++others;
      continue;
    }
    if (isHere && !isOfKind)
      throw MoreKinds{&call->of, function.of};
    if (isHere)
      return call;
    if (isOfKind)
      programs.insert(call->program);
  }
  if (programs.size() >= size_t(Room::here().orders))
    throw TooDeep{
        "a function that was made of others takes a derivative of itself, or maps itself,"};
  const Called called(rowCallName);
  if (others > mostOfOneKind)
    refuse<TypeError>("such functions call each other with arguments of other shapes again and "
                      "again; let each call have arguments of the shapes of the one before");
  return nullptr;
}

/// The place of a kind among those that a function may be of.
Tensor placeOf(const Tensor &kind, const KindSet &of) {
  const cotan::DType types[] = {cotan::DType::i1, cotan::DType::i64, cotan::DType::i64};
  if (of.back() + 1 == of.size())
    return kind;
  Tensor place(0);
  for (size_t i = 1; i < of.size(); ++i)
    place = op::where(op::eq(kind, Tensor(of[i]), {.operandTypes = twoIntegers}), Tensor(i), place,
                      {.operandTypes = types});
  return place;
}

Nest callByKind(const InRow &function, const KindSet &of, const Nest::Parts &captured,
                const Nest::Parts &arguments) {
  std::vector<NestFunction> branches;
  for (size_t kind : of)
    branches.push_back([&, kind](const Nest &) {
      return call(FunctionValue{{function.function(kind, captured)}}, arguments);
    });
  if (branches.size() == 1)
    return branches[0](Nest(Nest::Parts()));
  const Tensor kinds = captured.at(2).tensor();
  return switchOfNests(placeOf(readRow(kinds, rowOf(captured), false), of), branches);
}

/// As a function of the program that may be of these kinds.
Nest define(const InRow &function, const KindSet &of, bool mayTakeMore, const Nest::Parts &captured,
            const Nest &arguments) {
  auto body = [&](const Nest &self, const Nest &traced) {
    const Nest::Parts &own = traced.parts()[0].function()->functions.at(0).captured;
    const Call call{function, of, mayTakeMore, arguments, self, programHere()};
    const Opened opened(call);
    return callByKind(function, of, own, traced.parts()[1].parts());
  };
  const Called called(rowCallName);
  Nest value = InRow::value(function.kinds, of, rowOf(captured), rowsOf(captured));
  return recursiveOfNests(body, nest(value, arguments));
}

} // namespace

Nest InRow::call(const Nest::Parts &captured, const Nest::Parts &given) const {
  if (rowOf(captured).ndim() != 0) {
    const Called called(rowCallName);
    refuse<TypeError>("it is one for each of several lanes; call it in ct.vmap, to which it "
                      "is an argument");
  }
  const Nest arguments(given);
  if (const Call *again = calledAgain(*this, arguments)) {
    Nest self = value(again->function.kinds, again->of, rowOf(captured), rowsOf(captured));
    return detail::call(*again->self.function(), {self, arguments});
  }
  KindSet all = of;
  for (bool mayTakeMore = true;;)
    try {
      return define(*this, all, mayTakeMore, captured, arguments);
    } catch (const MoreKinds &found) {
      if (found.of != &all)
        throw;
      all = unionOf(all, found.more);
    } catch (const TypeError &) { // what others return may not go together with it
      if (all == of)
        throw;
      all = of;
      mayTakeMore = false;
    }
}

} // namespace ct::detail
