#include "cotan/autodiff/moved_functions.h"

#include "cotan/autodiff/names.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

std::optional<MovedFunction> MovedFunction::with(func::FuncOp function) {
  auto said = function->getAttrOfType<DictionaryAttr>(movedMark);
  if (!said)
    return std::nullopt;
  func::FuncOp callee = functionNamed(function, said.getAs<FlatSymbolRefAttr>("of"));
  return MovedFunction{ActiveCall(callee, said.get("active")),
                       unsigned(said.getAs<IntegerAttr>("order").getInt()), function,
                       function.getFunctionType()};
}

std::optional<MovedFunction> MovedFunction::find(const ActiveCall &of, unsigned order) {
  func::FuncOp callee = of.callee;
  for (auto function : callee->getParentRegion()->getOps<func::FuncOp>())
    if (auto moved = with(function); moved && moved->of == of && moved->order == order)
      return moved;
  return std::nullopt;
}

/// Lets the function say of what it is; it is found again by that.
static void mark(const MovedFunction &moved) {
  func::FuncOp function = moved.function;
  Builder b(function.getContext());
  NamedAttrList said;
  said.set("active", moved.of.flags());
  said.set("of", FlatSymbolRefAttr::get(moved.of.callee));
  said.set("order", b.getI64IntegerAttr(moved.order));
  function->setAttr(movedMark, said.getDictionary(b.getContext()));
  function->setAttr(pairMark, b.getUnitAttr());
}

const MovedFunction &MovedFunctions::of(const ActiveCall &call) {
  for (const MovedFunction &moved : all)
    if (moved.of == call)
      return moved;
  func::FuncOp callee = call.callee;
  SmallVector<Type> inputs(callee.getArgumentTypes()), results(callee.getResultTypes());
  for (unsigned i : call.tensors())
    inputs.append(order, callee.getArgumentTypes()[i]);
  for (Type type : callee.getResultTypes())
    if (carriesDerivative(type))
      results.append(order, type);
  auto type = FunctionType::get(callee.getContext(), inputs, results);
  all.push_back({call, order, declareBeside(callee, ".moved", type), type});
  mark(all.back());
  return all.back();
}

LogicalResult MovedFunctions::finish() {
  for (; written < all.size(); ++written)
    if (failed(write(all[written])))
      return failure();
  return success();
}

bool runsBackward(func::FuncOp function) {
  for (bool isBackward = false;;) {
    if (std::optional<CallPair> pair = CallPair::with(function)) {
      isBackward ^= function == pair->reverse;
      function = pair->of.callee;
    } else if (std::optional<MovedFunction> moved = MovedFunction::with(function)) {
      function = moved->of.callee;
    } else {
      return isBackward;
    }
  }
}

} // namespace cotan
