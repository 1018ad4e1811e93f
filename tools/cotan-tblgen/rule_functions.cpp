#include "rule_functions.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

bool infersResult(const Operator &op) {
  return op.allResultTypesKnown() || op.getTrait("::mlir::InferTypeOpInterface::Trait") ||
         op.getTrait("::mlir::OpTrait::SameOperandsAndResultType");
}

struct Parameter {
  std::string type, name, defaultValue, argument;
  bool isOperand;
};

/// Without operands that are always there, there is nothing to take the rule builder from.
bool isCreation(const Operator &op) {
  return all_of(op.getOperands(),
                [](const NamedTypeConstraint &operand) { return operand.isOptional(); });
}

std::vector<Parameter> parametersOf(const Operator &op) {
  std::vector<Parameter> parameters;
  if (isCreation(op))
    parameters.push_back({"RuleBuilder &", "builder", "", "", false});
  if (!infersResult(op))
    parameters.push_back({"mlir::Type", "resultType", "", "resultType", false});
  for (int i = 0; i < op.getNumArgs(); ++i) {
    if (auto *operand = dyn_cast<NamedTypeConstraint *>(op.getArg(i))) {
      std::string name = operand->name.str();
      if (operand->isVariadic())
        parameters.push_back({"llvm::ArrayRef<Expr>", name, "", "valuesOf(" + name + ")", true});
      else
        parameters.push_back(
            {"const Expr &", name, operand->isOptional() ? "Expr()" : "", name + ".value()", true});
      continue;
    }
    auto *attribute = cast<NamedAttribute *>(op.getArg(i));
    std::string name = attribute->name.str();
    std::string defaultValue;
    std::string type = attribute->attr.getReturnType().str();
    if (mayBeMissing(*attribute)) { // builders take it as it is kept
      type = attribute->attr.getStorageType().str();
      defaultValue = "{}";
    } else if (attribute->attr.getAttrDefName() == "UnitAttr")
      defaultValue = "false";
    else if (attribute->attr.hasDefaultValue())
      defaultValue = attribute->attr.getDefaultValue().str();
    parameters.push_back({type, name, defaultValue, name, false});
  }
  bool trailing = true; // C++ allows defaults only at the end
  for (Parameter &parameter : reverse(parameters)) {
    trailing = trailing && !parameter.defaultValue.empty();
    if (!trailing)
      parameter.defaultValue.clear();
  }
  return parameters;
}

} // namespace

std::string ruleSignature(const Operator &op, bool withDefaults) {
  std::string text = hasOneResult(op) ? "Expr " : "Exprs ";
  text += functionName(op) + "(";
  ListSeparator comma;
  for (const Parameter &parameter : parametersOf(op)) {
    text += StringRef(comma).str() + parameter.type + (parameter.type.back() == '&' ? "" : " ") +
            parameter.name;
    if (withDefaults && !parameter.defaultValue.empty())
      text += " = " + parameter.defaultValue;
  }
  return text + ")";
}

namespace {

void emitDefinition(const Operator &op, raw_ostream &os) {
  std::vector<Parameter> parameters = parametersOf(op);
  os << ruleSignature(op, false) << " {\n";
  if (isCreation(op)) {
    parameters.erase(parameters.begin());
  } else {
    const Parameter &first =
        *find_if(parameters, [](auto &parameter) { return parameter.isOperand; });
    bool isList = first.type == "llvm::ArrayRef<Expr>";
    os << "  RuleBuilder &builder = " << first.name << (isList ? ".front()" : "")
       << ".builder();\n";
  }
  const bool isBroadcast = broadcasts(op);
  if (isBroadcast) {
    os << "  Expr operands[] = {";
    ListSeparator comma;
    for (const Parameter &parameter : parameters)
      if (parameter.isOperand)
        os << comma << parameter.name;
    os << "};\n  broadcastTogether(operands);\n";
  }
  os << "  return builder." << (hasOneResult(op) ? "emit" : "emitAll") << "<"
     << op.getQualCppClassName() << ">(";
  ListSeparator comma;
  unsigned operand = 0;
  for (const Parameter &parameter : parameters) {
    os << comma;
    if (isBroadcast && parameter.isOperand)
      os << "operands[" << operand++ << "].value()";
    else
      os << parameter.argument;
  }
  os << ");\n}\n\n";
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  return emitFunctions(records, os, "cotan", [&](const Operator &op) {
    os << "/// " << op.getSummary() << "\n" << ruleSignature(op, true) << ";\n";
  });
}

bool emitDefinitions(const RecordKeeper &records, raw_ostream &os) {
  return emitFunctions(records, os, "cotan", [&](const Operator &op) { emitDefinition(op, os); });
}

mlir::GenRegistration declarations("gen-function-decls", "rule functions", emitDeclarations),
    definitions("gen-function-defs", "definitions of rule functions", emitDefinitions);

} // namespace
