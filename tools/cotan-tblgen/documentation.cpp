// The op reference behind `cotan ops`.
#include "rule_functions.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

/// The .td file the op is defined in, from src/ on.
std::string sourceOf(const Operator &op) {
  StringRef path = fileOf(op);
  return ("src/" + path.substr(path.rfind("/cotan/") + 1)).str();
}

/// One line per operand, attribute, result and region: "operand x: tensor of ...".
void emitSignature(const Operator &op, raw_ostream &os) {
  auto line = [&](StringRef kind, StringRef name, StringRef summary) {
    os << kind << " " << name << ": " << summary << "\n";
  };
  for (int i = 0; i < op.getNumArgs(); ++i) {
    if (auto *operand = dyn_cast<NamedTypeConstraint *>(op.getArg(i))) {
      StringRef kind = operand->isVariadic()   ? "operands"
                       : operand->isOptional() ? "optional operand"
                                               : "operand";
      line(kind, operand->name, operand->constraint.getSummary());
      continue;
    }
    auto *attribute = cast<NamedAttribute *>(op.getArg(i));
    line("attribute", attribute->name, attribute->attr.getSummary());
  }
  for (const NamedTypeConstraint &result : op.getResults())
    line(result.isVariadic() ? "results" : "result", result.name, result.constraint.getSummary());
  for (const mlir::tblgen::NamedRegion &region : op.getRegions())
    line(region.isVariadic() ? "regions" : "region", region.name, region.constraint.getSummary());
}

void emitDocumentation(const Operator &op, raw_ostream &os) {
  auto field = [&](StringRef text) { os << ", R\"__(" << text << ")__\""; };
  std::string types;
  raw_string_ostream typesStream(types);
  emitSignature(op, typesStream);
  os << "{\"" << op.getOperationName() << "\"";
  field(op.getSummary());
  field(unindent(op.getDescription()));
  field(op.getDialectName() == "flow" ? "" : ruleSignature(op, true));
  field(types);
  field(sourceOf(op));
  os << "},\n";
}

bool emitAll(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  forEachOp(records, [&](const Operator &op) { emitDocumentation(op, os); });
  return false;
}

mlir::GenRegistration documentation("gen-documentation", "the op reference", emitAll);

} // namespace
