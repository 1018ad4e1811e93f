// `ct::op`: for each op a function of tensors of the front doors, typed as the op is.
#include "op.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

/// What an attribute is in C++; empty for kinds that no function takes.
StringRef typeOf(const NamedAttribute &attribute) {
  return StringSwitch<StringRef>(attribute.attr.getBaseAttr().getAttrDefName())
      .Case("DenseI64ArrayAttr", "llvm::ArrayRef<int64_t>")
      .Cases({"UnitAttr", "BoolAttr"}, "bool")
      .Case("I64Attr", "int64_t")
      .Case("F64Attr", "double")
      .Case("StrAttr", "llvm::StringRef")
      .Default("");
}

/// The sizes of the result, which a call says by its type.
bool isShape(const NamedTypeConstraint &operand) {
  return operand.isOptional() && operand.name == "shape";
}

bool hasCall(const Operator &op) {
  auto isTaken = [](const NamedAttribute &attribute) {
    return attribute.attr.isDerivedAttr() || !typeOf(attribute).empty();
  };
  auto isList = [](const NamedTypeConstraint &operand) { return operand.isVariadic(); };
  bool isListAmongOthers = op.getNumOperands() > 1 && any_of(op.getOperands(), isList);
  return op.getNumRegions() == 0 && !isListAmongOthers && all_of(op.getAttributes(), isTaken);
}

/// Operands that may be missing are: the shape is said by the type, and no call gives others.
std::vector<const NamedTypeConstraint *> operandsOf(const Operator &op) {
  std::vector<const NamedTypeConstraint *> operands;
  for (const NamedTypeConstraint &operand : op.getOperands())
    if (!operand.isOptional())
      operands.push_back(&operand);
  return operands;
}

std::string signature(const Operator &op, bool withDefault) {
  std::string text = hasOneResult(op) ? "Tensor " : "std::vector<Tensor> ";
  text += functionName(op) + "(";
  for (const NamedTypeConstraint *operand : operandsOf(op))
    text += ((operand->isVariadic() ? "std::span<const Tensor> " : "const Tensor &") +
             operand->name + ", ")
                .str();
  for (const NamedAttribute &attribute : op.getAttributes())
    text += (typeOf(attribute) + " " + attribute.name + ", ").str();
  return text + "const Typing &typing" + (withDefault ? " = {})" : ")");
}

std::string attributes(const Operator &op) {
  std::string text;
  ListSeparator comma;
  for (const NamedAttribute &attribute : op.getAttributes()) {
    bool isUnit = attribute.attr.getBaseAttr().getAttrDefName() == "UnitAttr";
    std::string value = isUnit ? ("Unit{" + attribute.name + "}").str() : attribute.name.str();
    text += StringRef(comma).str() + ("{\"" + attribute.name + "\", " + value + "}").str();
  }
  return text;
}

void emitDefinition(raw_ostream &os, const Operator &op) {
  SmallVector<StringRef> names;
  for (const NamedTypeConstraint *operand : operandsOf(op))
    names.push_back(operand->name);
  std::string operands = join(names, ", ");
  bool isList = op.getNumOperands() == 1 && op.getOperand(0).isVariadic();
  std::string given = isList ? operands : "{" + operands + "}";
  os << signature(op, false) << " {\n  return " << (hasOneResult(op) ? "callOne" : "callAll")
     << "({.name = \"" << op.getOperationName() << "\"";
  if (op.getNumAttributes() > 0)
    os << ", .attributes = {" << attributes(op) << "}";
  if (broadcasts(op))
    os << ", .broadcasts = !haveOneShape(" << given << ")";
  if (any_of(op.getOperands(), isShape))
    os << ", .takesShape = true";
  os << "}, typing, " << given << ");\n}\n";
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  return emitFunctions(records, os, "ct::op", [&](const Operator &op) {
    if (hasCall(op))
      os << "/// " << op.getSummary() << "\n" << signature(op, true) << ";\n";
  });
}

bool emitDefinitions(const RecordKeeper &records, raw_ostream &os) {
  return emitFunctions(records, os, "ct::op", [&](const Operator &op) {
    if (hasCall(op))
      emitDefinition(os, op);
  });
}

mlir::GenRegistration declarations("gen-call-decls", "calls of ops", emitDeclarations),
    definitions("gen-call-defs", "definitions of calls of ops", emitDefinitions);

} // namespace
