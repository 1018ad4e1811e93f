#include "cotan/tensor/control.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/control.h"
#include "cotan/trace/recursion.h"

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

} // namespace

Tensors condFlat(const Tensor &predicate, const Function &whenTrue, const Function &whenFalse,
                 const Tensors &operands) {
  const Called called("ct.cond");
  checkScalar("predicate", predicate, predicate.dtype() == DType::bool_);
  auto truly = behind(whenTrue), falsely = behind(whenFalse);
  return outer(branch(inner(predicate), {falsely, truly}, inner(operands)));
}

Tensors switchFlat(const Tensor &index, const std::vector<Function> &branches,
                   const Tensors &operands) {
  const Called called("ct.switch");
  checkScalar("index", index, !isFloating(index.dtype()) && index.dtype() != DType::bool_);
  if (branches.empty())
    refuse("needs at least one branch");
  std::vector<decltype(behind(branches[0]))> callables;
  for (const Function &function : branches)
    callables.push_back(behind(function));
  llvm::SmallVector<Callback> callbacks(callables.begin(), callables.end());
  return outer(branch(inner(index), callbacks, inner(operands)));
}

Tensors whileLoopFlat(const Function &condition, const Function &body, const Tensors &initial) {
  const Called called("ct.while_loop");
  auto test = behind(condition), turn = behind(body);
  return outer(whileLoop(test, turn, inner(initial)));
}

Tensors foriLoopFlat(const Tensor &lower, const Tensor &upper, const Function &body,
                     const Tensors &initial) {
  const Called called("ct.fori_loop");
  checkScalar("lower bound", lower, !isFloating(lower.dtype()));
  checkScalar("upper bound", upper, !isFloating(upper.dtype()));
  auto turn = behind(body);
  return outer(forLoop(inner(lower), inner(upper), inner(Tensor(1)), turn, inner(initial)));
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
  return outer(scan(turn, inner(carried), inner(inputs), reverse));
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
  return outer(call(trace(typesOf(operands), define), operands));
}

} // namespace ct
