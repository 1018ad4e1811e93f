#include "cotan/tensor/control.h"

#include "cotan/tensor/forms.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/control.h"
#include "cotan/trace/recursion.h"
#include "cotan/trace/room.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// A function of the tensors behind the handles.
auto behind(const Function &function) {
  return [&function](llvm::ArrayRef<TensorRef> arguments) {
    return inner(function(outer(arguments)));
  };
}

void checkScalar(const char *what, const Tensor &x, bool isWanted) {
  if (x.ndim() != 0 || !isWanted)
    refuse<TypeError>(
        std::string("the ") + what + " is " + describe(x.body()->type()) + "; it must be one " +
        (std::string(what) == "predicate" ? "truth value, as x > 0 or ct.any(x > 0)" : "integer"));
}

void checkPredicate(const Tensor &predicate) {
  checkScalar("predicate", predicate, predicate.dtype() == DType::bool_);
}
void checkIndex(const Tensor &index, size_t numBranches) {
  checkScalar("index", index, !isInexact(index.dtype()) && index.dtype() != DType::bool_);
  if (numBranches == 0)
    refuse("needs at least one branch");
}

} // namespace

Tensors condFlat(const Tensor &predicate, const Function &whenTrue, const Function &whenFalse,
                 const Tensors &operands) {
  const Called called("ct.cond");
  checkPredicate(predicate);
  auto truly = behind(whenTrue), falsely = behind(whenFalse);
  return untilItFits(
      [&] { return outer(branch(inner(predicate), {falsely, truly}, inner(operands))); });
}

Tensors switchFlat(const Tensor &index, const std::vector<Function> &branches,
                   const Tensors &operands) {
  const Called called("ct.switch");
  checkIndex(index, branches.size());
  std::vector<decltype(behind(branches[0]))> callables;
  for (const Function &function : branches)
    callables.push_back(behind(function));
  llvm::SmallVector<Callback> callbacks(callables.begin(), callables.end());
  return untilItFits([&] { return outer(branch(inner(index), callbacks, inner(operands))); });
}

Tensors whileLoopFlat(const Function &condition, const Function &body, const Tensors &initial) {
  const Called called("ct.while_loop");
  auto test = behind(condition), turn = behind(body);
  return untilItFits([&] { return outer(whileLoop(test, turn, inner(initial))); });
}

Tensors foriLoopFlat(const Tensor &lower, const Tensor &upper, const Function &body,
                     const Tensors &initial) {
  const Called called("ct.fori_loop");
  checkScalar("lower bound", lower, !isInexact(lower.dtype()));
  checkScalar("upper bound", upper, !isInexact(upper.dtype()));
  auto turn = behind(body);
  return untilItFits([&] {
    return outer(forLoop(inner(lower), inner(upper), inner(Tensor(1)), turn, inner(initial)));
  });
}

Tensors scanFlat(const Function &body, const Tensors &carried, const Tensors &inputs,
                 bool reverse) {
  const Called called("ct.scan");
  if (inputs.empty())
    refuse("needs a tensor to go along; count with ct.arange(length)");
  for (const Tensor &input : inputs)
    if (input.ndim() == 0 ||
        !cotan::trace::mayBeEqual(openSizesOf(input)[0], openSizesOf(inputs[0])[0]))
      refuse("a tensor of shape " + printTuple(openSizesOf(input)) +
             " does not have as many rows as one of shape " + printTuple(openSizesOf(inputs[0])));
  auto turn = behind(body);
  return untilItFits([&] { return outer(scan(turn, inner(carried), inner(inputs), reverse)); });
}

Tensors recursiveFlat(const std::function<Tensors(const Function &, const Tensors &)> &body,
                      const Tensors &arguments) {
  const Called called("ct.recursive");
  auto define = [&](llvm::ArrayRef<TensorRef> given) {
    auto recursion = std::make_shared<Recursion>(); // users may keep the function
    const Function self = [=](const Tensors &each) {
      const Called called("ct.recursive");
      return outer(recursion->call(inner(each)));
    };
    return recursion->define(given, [&](llvm::ArrayRef<TensorRef> traced) {
      return callUser([&](llvm::ArrayRef<TensorRef> xs) { return inner(body(self, outer(xs))); },
                      traced);
    });
  };
  const cotan::trace::Tensors given = inner(arguments);
  if (Scope::innermost())
    return outer(define(given));
  cotan::trace::Tensors operands;
  for (const TensorRef &tensor : given)
    operands.push_back(asArgument(tensor));
  return untilItFits([&] { return outer(call(trace(typesOf(operands), define), operands)); });
}

namespace detail {
namespace {

const Nest nothing{Nest::Parts()};

/// What each branch returns is made to be of one form when all have been traced.
class Branches {
public:
  Branches(const char *name, const std::vector<const NestFunction *> &branches)
      : form(name), branches(branches), found(branches.size()) {}

  Nest run(const Tensor &index) {
    std::vector<std::function<cotan::trace::Tensors(llvm::ArrayRef<TensorRef>)>> callables;
    for (size_t i = 0; i < branches.size(); ++i)
      callables.push_back([this, i](llvm::ArrayRef<TensorRef>) {
        trace(i);
        return cotan::trace::Tensors();
      });
    llvm::SmallVector<Callback> callbacks(callables.begin(), callables.end());
    auto fit = [this](size_t i) { return inner(fitted(i)); };
    return form.filled(outer(branch(inner(index), callbacks, {}, fit)));
  }

private:
  void trace(size_t i) {
    try {
      found[i] = form.add((*branches[i])(nothing));
    } catch (const ResultsUnknown &problem) {
      unknown = problem;
      throw;
    } catch (const TooDeep &problem) { // it may be that this branch is not taken
      tooDeep = problem;
      requireRoom(inner(Tensor(false)), "orders", problem.problem + " too often");
    }
  }
  Tensors fitted(size_t i) const {
    if (found[i])
      return form.leavesOf(*found[i]);
    if (form.isKnown())
      return form.zeros();
    if (unknown)
      throw *unknown;
    throw *tooDeep;
  }

  Form form;
  const std::vector<const NestFunction *> &branches;
  std::vector<std::optional<Nest>> found;
  std::optional<ResultsUnknown> unknown;
  std::optional<TooDeep> tooDeep;
};

Nest branchOfNests(const char *name, const Tensor &index,
                   const std::vector<const NestFunction *> &branches) {
  return untilItFits([&] { return Branches(name, branches).run(index); });
}

/// A function that calls itself, as a value: where it is called it is known as the one it is.
class Self : public Code {
public:
  explicit Self(NestFunction function) : function(std::move(function)) {}
  Nest call(const Nest::Parts &, const Nest::Parts &arguments) const override {
    try {
      return function(Nest(arguments));
    } catch (const UsedAfterItsEnd &error) { // nothing that can be named has been captured
      throw Error(error.what());
    }
  }

private:
  bool hasStateOf(const Code &) const override { return false; }

  const NestFunction function;
};

} // namespace

Nest condOfNests(const Tensor &predicate, const NestFunction &whenTrue,
                 const NestFunction &whenFalse) {
  const Called called("ct.cond");
  checkPredicate(predicate);
  return branchOfNests("ct.cond", predicate, {&whenFalse, &whenTrue});
}

Nest switchOfNests(const Tensor &index, const std::vector<NestFunction> &branches) {
  const Called called("ct.switch");
  checkIndex(index, branches.size());
  std::vector<const NestFunction *> all;
  for (const NestFunction &branch : branches)
    all.push_back(&branch);
  return branchOfNests("ct.switch", index, all);
}

Nest whileLoopOfNests(const NestFunction &condition, const NestFunction &body,
                      const Nest &initial) {
  return untilItFits([&] {
    Form state("ct.while_loop", Form::Moves::others, initial);
    auto test = [&](const Tensors &xs) { return leaves(condition(nest(state.filled(xs)))); };
    auto turn = [&](const Tensors &xs) {
      state.begin();
      const Nest found = body(state.given(nest(state.filled(xs))));
      state.checkNamed(found);
      return state.addOrAgain(found);
    };
    return state.untilKnown(
        [&] { return state.filled(whileLoopFlat(test, turn, state.leavesOf(initial))); });
  });
}

Nest foriLoopOfNests(const Tensor &lower, const Tensor &upper, const NestFunction &body,
                     const Nest &initial) {
  return untilItFits([&] {
    Form state("ct.fori_loop", Form::Moves::others, initial);
    auto turn = [&](const Tensors &xs) {
      state.begin();
      const Tensors before(xs.begin() + 1, xs.end());
      const Nest found = body(state.given(nest(xs[0], state.filled(before))));
      state.checkNamed(found);
      return state.addOrAgain(found);
    };
    return state.untilKnown(
        [&] { return state.filled(foriLoopFlat(lower, upper, turn, state.leavesOf(initial))); });
  });
}

static Nest scanOnce(const NestFunction &body, const Nest &initial, const Nest &xs) {
  Form carry("ct.scan", Form::Moves::others, initial);
  std::optional<Nest> stacked;
  return carry.untilKnown([&] {
    const Tensors first = carry.leavesOf(initial);
    auto turn = [&](const Tensors &tensors) {
      carry.begin();
      Nest row = filled(xs, Tensors(tensors.begin() + first.size(), tensors.end()));
      const Nest found = body(nest(carry.given(carry.filled(tensors)), row));
      carry.checkNamed(found);
      Tensors results = carry.addOrAgain(found.parts()[0]), rows = leaves(found.parts()[1]);
      stacked = found.parts()[1];
      results.insert(results.end(), rows.begin(), rows.end());
      return results;
    };
    Tensors results = scanFlat(turn, first, leaves(xs));
    Tensors rows(results.begin() + first.size(), results.end());
    return nest(carry.filled(results), filled(*stacked, rows));
  });
}

Nest scanOfNests(const NestFunction &body, const Nest &initial, const Nest &xs) {
  return untilItFits([&] { return scanOnce(body, initial, xs); });
}

static Nest recursiveOnce(const std::function<Nest(const Nest &, const Nest &)> &body,
                          const Nest &arguments) {
  struct Forms {
    Form takes, gives;
    bool isTraced = false;
  };
  auto forms = std::make_shared<Forms>(Form("ct.recursive", Form::Moves::all, arguments),
                                       Form("ct.recursive", Form::Moves::all));
  auto flat = [&](const Function &self, const Tensors &xs) {
    forms->gives.begin();
    auto again = [forms, self](const Nest &given) {
      try {
        return forms->gives.given(forms->gives.filled(self(forms->takes.addOrAgain(given))));
      } catch (const Again &) {
        if (!forms->isTraced)
          throw;
        const Called called("ct.recursive");
        refuse<TypeError>("the function is called with another function than it was traced with; "
                          "call it anew, or inside of itself");
      }
    };
    Nest value(std::make_shared<const FunctionValue>(
        FunctionValue{{{std::make_shared<const Self>(again), {}}}}));
    const Nest found = body(value, forms->gives.given(forms->takes.filled(xs)));
    forms->gives.checkNamed(found);
    return forms->gives.addOrAgain(found);
  };
  Tensors results = forms->takes.untilKnown([&] {
    return forms->gives.untilKnown(
        [&] { return recursiveFlat(flat, forms->takes.leavesOf(arguments)); });
  });
  forms->isTraced = true;
  return forms->gives.filled(results);
}

Nest recursiveOfNests(const std::function<Nest(const Nest &, const Nest &)> &body,
                      const Nest &arguments) {
  return untilItFits([&] { return recursiveOnce(body, arguments); });
}

} // namespace detail

} // namespace ct
