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

std::string declared(const NamedAttribute &attribute) {
  StringRef type = typeOf(attribute);
  return mayBeMissing(attribute) ? ("std::optional<" + type + ">").str() : type.str();
}

/// What a call makes of it.
std::string valueOf(const NamedAttribute &attribute) {
  if (mayBeMissing(attribute))
    return ("valueOrNothing(" + attribute.name + ")").str();
  bool isUnit = attribute.attr.getBaseAttr().getAttrDefName() == "UnitAttr";
  return isUnit ? ("Unit{" + attribute.name + "}").str() : attribute.name.str();
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

/// Sizes that no call gives.
bool areSizes(const NamedTypeConstraint &operand) {
  return operand.isOptional() &&
         operand.constraint.getDef().getValueAsDef("baseType")->getName() == "ShapeTensor";
}

/// Without the shape, which is said by the type, and other sizes.
std::vector<const NamedTypeConstraint *> operandsOf(const Operator &op) {
  std::vector<const NamedTypeConstraint *> operands;
  for (const NamedTypeConstraint &operand : op.getOperands())
    if (!areSizes(operand))
      operands.push_back(&operand);
  return operands;
}

StringRef typeOf(const NamedTypeConstraint &operand) {
  return operand.isVariadic()   ? "std::span<const Tensor> "
         : operand.isOptional() ? "const std::optional<Tensor> &"
                                : "const Tensor &";
}

/// Whether the op is told which of its operands are there.
bool hasSegments(const Operator &op) {
  return op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments");
}

std::string signature(const Operator &op, bool withDefault) {
  std::string text = hasOneResult(op) ? "Tensor " : "std::vector<Tensor> ";
  text += functionName(op) + "(";
  for (const NamedTypeConstraint *operand : operandsOf(op))
    text += (typeOf(*operand) + operand->name + ", ").str();
  for (const NamedAttribute &attribute : op.getAttributes())
    text += declared(attribute) + " " + attribute.name.str() + ", ";
  return text + "const Typing &typing" + (withDefault ? " = {})" : ")");
}

std::string attributes(const Operator &op) {
  std::string text;
  ListSeparator comma;
  for (const NamedAttribute &attribute : op.getAttributes()) {
    text +=
        StringRef(comma).str() + "{\"" + attribute.name.str() + "\", " + valueOf(attribute) + "}";
  }
  if (hasSegments(op))
    text += StringRef(comma).str() + "{\"operandSegmentSizes\", llvm::ArrayRef<int32_t>(segments)}";
  return text;
}

/// "1, weight ? 1 : 0"
std::string segments(ArrayRef<const NamedTypeConstraint *> operands) {
  std::string text;
  ListSeparator comma;
  for (const NamedTypeConstraint *operand : operands)
    text +=
        StringRef(comma).str() + (operand->isOptional() ? operand->name.str() + " ? 1 : 0" : "1");
  return text;
}

void emitDefinition(raw_ostream &os, const Operator &op) {
  std::vector<const NamedTypeConstraint *> all = operandsOf(op);
  std::string operands =
      join(map_range(all, [](auto *operand) { return operand->name.str(); }), ", ");
  bool isList = op.getNumOperands() == 1 && op.getOperand(0).isVariadic();
  bool mayLackSome = any_of(all, [](auto *operand) { return operand->isOptional(); });
  std::string given = mayLackSome ? "given" : isList ? operands : "{" + operands + "}";
  os << signature(op, false) << " {\n";
  if (mayLackSome)
    os << "  const std::vector<Tensor> given = thoseOf({" << operands << "});\n";
  if (hasSegments(op))
    os << "  const int32_t segments[] = {" << segments(all) << "};\n";
  os << "  return " << (hasOneResult(op) ? "callOne" : "callAll") << "({.name = \""
     << op.getOperationName() << "\"";
  if (op.getNumAttributes() > 0 || hasSegments(op))
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
