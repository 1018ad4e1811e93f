#include "cotan/batching/lanes.h"

#include "cotan/batching/batch.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace cotan {
namespace {

/// What the ops and `wanted` take from outside; first what differs between the lanes.
struct Inputs {
  Inputs(ArrayRef<Operation *> ops, const Rows &rows, ArrayRef<Value> wanted) {
    llvm::SetVector<Value> read(wanted.begin(), wanted.end());
    llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
    for (Operation *op : ops)
      read.insert_range(op->getOperands());
    read.remove_if([&](Value value) { return inside.contains(value.getDefiningOp()); });
    for (Value value : read)
      (rows.contains(value) ? different : same).push_back(value);
  }
  SmallVector<Value> all() const {
    return llvm::to_vector(llvm::concat<const Value>(different, same));
  }

  SmallVector<Value> different, same;
};

/// A function of one lane.
func::FuncOp outline(Location loc, ArrayRef<Operation *> ops, ArrayRef<Value> inputs,
                     ArrayRef<Value> wanted) {
  OpBuilder builder(loc.getContext());
  auto type = builder.getFunctionType(ValueRange(inputs).getTypes(), ValueRange(wanted).getTypes());
  auto function = func::FuncOp::create(loc, "lane", type);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping map;
  map.map(inputs, body->getArguments());
  for (Operation *op : ops)
    builder.clone(*op, map);
  func::ReturnOp::create(
      builder, loc, llvm::map_to_vector(wanted, [&](Value value) { return map.lookup(value); }));
  return function;
}

bool hasRegions(Block &block) {
  return llvm::any_of(block, [](Operation &op) { return op.getNumRegions() > 0; });
}

} // namespace

FailureOr<SmallVector<Value>> computeLanes(OpBuilder &builder, Location loc,
                                           ArrayRef<Operation *> ops, const Rows &rows,
                                           ArrayRef<Value> wanted, int64_t size) {
  Inputs inputs(ops, rows, wanted);
  OwningOpRef<func::FuncOp> function = outline(loc, ops, inputs.all(), wanted);
  BatchOptions options;
  options.size = size;
  options.repeated = wanted.size();
  llvm::append_range(options.arguments, llvm::seq<unsigned>(inputs.different.size()));
  ScopedDiagnosticHandler quiet(loc.getContext(), [](Diagnostic &) { return success(); });
  if (failed(batch(*function, options)) || hasRegions(function->front()))
    return failure();
  for (auto [argument, input] : llvm::zip_equal(function->getArguments(), inputs.all()))
    argument.replaceAllUsesWith(rows.contains(input) ? rows.lookup(input) : input);
  Block &body = function->front();
  SmallVector<Value> results(body.getTerminator()->getOperands());
  body.getTerminator()->erase();
  for (Operation &op : llvm::make_early_inc_range(body)) {
    op.remove();
    builder.insert(&op);
  }
  return results;
}

} // namespace cotan
