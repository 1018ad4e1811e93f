#include "cotan/closures/environments.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

using Use = Environments::Use;

Environments::Environments(ArrayRef<func::FuncOp> functions, const FunctionKinds &kinds,
                           FunctionParts &parts, const FunctionLimits &limits)
    : kinds(kinds), parts(parts), limits(limits) {
  for (unsigned closed = 0; closed < kinds.count(); ++closed) {
    if (!kinds.isNested(closed))
      continue;
    places[closed] = all.size();
    llvm::append_range(all, FunctionParts::Types(parts.typesOf(closed))); // how many rows
    for (Type type : parts.capturedBy(closed)) {
      auto tensor = cast<RankedTensorType>(type);
      SmallVector<int64_t> shape = {limits.rows};
      llvm::append_range(shape, tensor.getShape());
      all.push_back(RankedTensorType::get(shape, tensor.getElementType()));
    }
  }
  if (!all.empty())
    findUses(functions);
}

LogicalResult checkEnvironments(ArrayRef<func::FuncOp> functions, const FunctionKinds &kinds,
                                FunctionParts &parts) {
  auto check = [&](fn::ClosureOp op) {
    const unsigned closed = kinds.numberOf(op);
    auto cannotBeKept = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return !tensor || !tensor.hasStaticShape();
    };
    if (!kinds.isNested(closed) || llvm::none_of(parts.capturedBy(closed), cannotBeKept))
      return WalkResult::advance();
    op.emitError("this function is made of one that may have been made here: how deep they are "
                 "nested is known only when the program runs, so what it captures must be tensors "
                 "of known sizes, but it captures ")
        << *llvm::find_if(parts.capturedBy(closed), cannotBeKept);
    return WalkResult::interrupt();
  };
  for (func::FuncOp function : functions)
    if (function.walk(check).wasInterrupted())
      return failure();
  return success();
}

//--- Who uses them

Use Environments::useOfCall(func::FuncOp callee) const {
  const Use use = uses.lookup(primalOf(callee));
  return derivedOf(callee) ? std::min(use, Use::reads) : use;
}

Use Environments::ownUse(Operation *op) const {
  if (auto closure = dyn_cast<fn::ClosureOp>(op))
    return kinds.isNested(kinds.numberOf(closure)) ? Use::writes : Use::none;
  if (auto name = calleeOf(op))
    return useOfCall(functionNamed(op, name));
  Use use = Use::none;
  if (auto apply = dyn_cast<fn::ApplyOp>(op))
    for (unsigned closed : kinds.of(apply.getFunction()))
      use = std::max({use, kinds.isNested(closed) ? Use::reads : Use::none,
                      useOfCall(kinds.closed(closed).callee)});
  return use;
}

/// Until no function does more than was known.
void Environments::findUses(ArrayRef<func::FuncOp> functions) {
  bool isChanged = true;
  auto add = [&](Operation *op, Use use) {
    Use &known = uses[op];
    isChanged |= use > known;
    known = std::max(known, use);
  };
  while (std::exchange(isChanged, false))
    for (func::FuncOp function : functions)
      function->walk([&](Operation *op) {
        add(op, ownUse(op));
        if (op != function)
          add(op->getParentOp(), useOf(op));
      });
}

//--- Rows

Environments::Values Environments::start(OpBuilder &ops, Location loc) const {
  RuleBuilder b(ops, loc);
  return llvm::map_to_vector(
      all, [&](Type type) { return b.constant(splat(cast<RankedTensorType>(type), 0.0)).value(); });
}

static void requireRoom(RuleBuilder &b, OpBuilder &ops, Location loc, Expr count, int64_t rows) {
  const std::string text =
      "more than " + std::to_string(rows) +
      " functions are made of functions of their kind, and how many is known only here; give the "
      "program that this was made of the attribute cotan.rows = N";
  auto check = flow::AssertOp::create(ops, loc, (count < double(rows)).value(), text, ValueRange());
  check->setDiscardableAttr(limitName, ops.getStringAttr("rows"));
}

Value Environments::keep(OpBuilder &ops, Location loc, unsigned closed, ValueRange captured,
                         Values &state) const {
  RuleBuilder b(ops, loc);
  MutableArrayRef<Value> own = MutableArrayRef(state).drop_front(places.lookup(closed));
  const Value row = own.front();
  requireRoom(b, ops, loc, b(row), limits.rows);
  own.front() = (b(row) + 1.0).value();
  for (auto [array, value] : llvm::zip(own.drop_front(), captured))
    array = scatter(b(array), b(row), b(value), 0).value();
  return row;
}

Environments::Values Environments::kept(OpBuilder &ops, Location loc, unsigned closed, Value row,
                                        const Values &state) const {
  RuleBuilder b(ops, loc);
  auto arrays = ArrayRef(state).slice(places.lookup(closed) + 1, parts.capturedBy(closed).size());
  return llvm::map_to_vector(arrays,
                             [&](Value array) { return take(b(array), b(row), 0).value(); });
}

} // namespace cotan
