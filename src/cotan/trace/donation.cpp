#include "cotan/trace/donation.h"

#include "cotan/ir/donation.h"
#include "cotan/ir/types.h"
#include "cotan/trace/number_checks.h"

using namespace mlir;

namespace cotan::trace {

TracedFunctionRef donating(const TracedFunction &function, ArrayRef<unsigned> arguments) {
  During inside(Work::compiling);
  OwnedProgram program = function.copy();
  Attribute mark = UnitAttr::get(program.module->getContext());
  for (unsigned i : arguments)
    program.function().setArgAttr(i, donatedMark, mark);
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          SmallVector<bool>(function.weakResults()));
}

Tensors callDonating(const TracedFunctionRef &traced, Tensors arguments) {
  if (numberChecks().any()) // which look at the arguments afterwards
    return call(traced, arguments);
  During inside(Work::compiling);
  const TracedFunction &function = *traced;
  llvm::append_range(arguments, function.captures());
  Arrays inputs;
  for (auto [argument, type] :
       llvm::zip_equal(arguments, func::FuncOp(function.function()).getArgumentTypes()))
    inputs.push_back(argument->arrayAs(*dtypeOf(cast<RankedTensorType>(type).getElementType())));
  arguments.clear();
  Tensors results;
  for (auto [array, isWeak] :
       llvm::zip_equal(function.run(std::move(inputs)), function.weakResults()))
    results.push_back(makeTensor(std::move(array), isWeak));
  return results;
}

TensorRef donated(const TensorType &type) {
  auto scope = std::make_shared<Scope>(nullptr, nullptr);
  scope->isOpen = false;
  scope->isOfDonated = true;
  const InContext here(scope->context); // which has the type
  return TensorRef(new TensorBody(type, scope));
}

bool wasDonated(const TensorBody &tensor) { return tensor.isTraced() && tensor.scope->isOfDonated; }

} // namespace cotan::trace
