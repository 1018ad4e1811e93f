#include "cotan/ir/function_limits.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace cotan {

static constexpr StringLiteral rowsName = "cotan.rows", ordersName = "cotan.orders";

FunctionLimits FunctionLimits::of(Operation *op) {
  FunctionLimits limits;
  auto module = op->getParentOfType<ModuleOp>();
  auto read = [&](StringRef name, int64_t &limit) {
    if (auto given = module ? module->getAttrOfType<IntegerAttr>(name) : nullptr)
      limit = std::max<int64_t>(given.getInt(), 1);
  };
  read(rowsName, limits.rows);
  read(ordersName, limits.orders);
  return limits;
}

void FunctionLimits::setIn(ModuleOp module) const {
  Builder b(module.getContext());
  module->setAttr(rowsName, b.getI64IntegerAttr(rows));
  module->setAttr(ordersName, b.getI64IntegerAttr(orders));
}

static constexpr StringLiteral marks[] = {"rows", "orders"}; // which reports only refer to

InFlightDiagnostic emitBeyondLimit(Location location, StringRef what) {
  InFlightDiagnostic report = emitError(location);
  for (StringRef mark : marks)
    if (mark == what)
      report.getUnderlyingDiagnostic()->getMetadata().push_back(DiagnosticArgument(mark));
  return report;
}

StringRef limitBeyond(Diagnostic &diagnostic) {
  for (const DiagnosticArgument &argument : diagnostic.getMetadata())
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::String &&
        llvm::is_contained(marks, argument.getAsString()))
      return argument.getAsString();
  return "";
}

std::optional<FunctionLimits> FunctionLimits::raised(StringRef what) const {
  constexpr int64_t mostRows = int64_t(1) << 24, mostOrders = 64;
  FunctionLimits more = *this;
  if (what == "rows")
    more.rows *= 8;
  else
    more.orders += 2; // each takes longer to compile than all before
  if (more.rows > mostRows || more.orders > mostOrders)
    return std::nullopt;
  return more;
}

} // namespace cotan
