#include "cotan/ir/program_parts.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/out_of_memory.h"
#include "cotan/ir/types.h"
#include "cotan/support/sizes.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr StringRef dialects[] = {"flow", "fn", "prim", "composite", "code", "check", "func", "cf"};

bool isNumber(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return (!tensor || tensor.getRank() == 0) && dtypeOf(getElementTypeOrSelf(type));
}

bool isKnown(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isNumber(type) || isa<flow::StackType, fn::FunctionType>(type) ||
         (tensor && dtypeOf(tensor.getElementType()));
}

/// Of the sizes that are known; an open one may turn out to be 0.
bool canExist(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto dtype = tensor ? dtypeOf(tensor.getElementType()) : std::nullopt;
  if (!dtype)
    return true;
  SmallVector<int64_t> sizes(tensor.getShape());
  llvm::replace(sizes, ShapedType::kDynamic, int64_t(0));
  return countElements(sizes, sizeOf(*dtype)).has_value();
}

LogicalResult checkSizesOf(Operation *op, ValueRange values) {
  for (Type type : values.getTypes())
    if (!canExist(type))
      return emitOutOfMemory(op->getLoc())
             << "'" << op->getName() << "' has a value of type " << type
             << ", which is too large: it would take more than 2^" << llvm::Log2_64(mostBytes)
             << " bytes";
  return success();
}

/// Calls `check` with each op and the values it makes, or its blocks have, until it fails.
template <typename F> LogicalResult forEachMaker(Operation *root, F check) {
  WalkResult result = root->walk([&](Operation *op) {
    bool fails = failed(check(op, ValueRange(op->getResults())));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        fails = fails || failed(check(op, ValueRange(block.getArguments())));
    return fails ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult checkValues(Operation *op, ValueRange values) {
  for (Type type : values.getTypes())
    if (!isKnown(type))
      return op->emitError("'")
             << op->getName() << "' has a value of type " << type
             << ", which cannot be computed with; use tensors or numbers of i1, i8 to i64, ui8 to "
                "ui64, f16, bf16, f32 or f64, stacks, or functions";
  return checkSizesOf(op, values);
}

/// Of another dialect, constants and ops from numbers to numbers have a meaning.
LogicalResult checkForeign(Operation *op) {
  if (llvm::is_contained(dialects, op->getName().getDialectNamespace()) ||
      op->hasTrait<OpTrait::IsTerminator>()) // ends are looked at where control flow is
    return success();
  if (!isa<Evaluable>(op))
    return op->emitError("'") << op->getName()
                              << "' has no meaning here; use the ops of flow, prim and composite";
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)) && isa<ElementsAttr>(constant) &&
      !isa<DenseElementsAttr>(constant))
    return op->emitError("'") << op->getName() << "' is " << constant
                              << ", which cannot be read; use prim.constant";
  if (op->getNumOperands() > 0 && (!llvm::all_of(op->getOperandTypes(), isNumber) ||
                                   !llvm::all_of(op->getResultTypes(), isNumber)))
    return op->emitError("'") << op->getName()
                              << "' has a meaning for numbers and 0-d tensors only; "
                              << "use the ops of prim for others";
  return success();
}

} // namespace

LogicalResult checkParts(func::FuncOp function) {
  return forEachMaker(function, [&](Operation *op, ValueRange values) {
    return success((op == function || succeeded(checkForeign(op))) &&
                   succeeded(checkValues(op, values)));
  });
}

LogicalResult checkSizes(Operation *op) { return forEachMaker(op, checkSizesOf); }

} // namespace cotan
