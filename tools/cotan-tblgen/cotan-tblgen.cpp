// Generates from the ops' .td files what every front door needs: the rule language's functions, the
// table of documentation behind `cotan ops`, and the elementwise array functions
// (array_functions.h).
#include "array_functions.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/Operator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

enum class Output {
  functionDeclarations,
  functionDefinitions,
  documentation,
  arrayDeclarations,
  arrayDefinitions,
  arrayBindings
};

cl::opt<Output> output(
    cl::desc("what to generate"), cl::Required,
    cl::values(clEnumValN(Output::functionDeclarations, "gen-function-decls", "rule functions"),
               clEnumValN(Output::functionDefinitions, "gen-function-defs", "their definitions"),
               clEnumValN(Output::documentation, "gen-documentation", "the op reference"),
               clEnumValN(Output::arrayDeclarations, "gen-array-decls", "array functions"),
               clEnumValN(Output::arrayDefinitions, "gen-array-defs", "their definitions"),
               clEnumValN(Output::arrayBindings, "gen-array-bindings", "their Python bindings")));

/// All ops, but those of flow only for documentation: their regions fit no rule function.
std::vector<const Record *> ops(const RecordKeeper &records) {
  std::vector<const Record *> result;
  for (const Record *record : records.getAllDerivedDefinitions("Op"))
    if (output == Output::documentation ||
        record->getValueAsDef("opDialect")->getValueAsString("name") != "flow")
      result.push_back(record);
  return result;
}

/// The function's name: the op's mnemonic, with `_` added to C++ keywords.
std::string functionName(const Operator &op) {
  std::string name = op.getOperationName();
  name = name.substr(name.find('.') + 1);
  static constexpr StringRef keywords[] = {"and", "or", "not", "xor"};
  return is_contained(keywords, name) ? name + "_" : name;
}

bool infersResult(const Operator &op) {
  return op.allResultTypesKnown() || op.getTrait("::mlir::InferTypeOpInterface::Trait") ||
         op.getTrait("::mlir::OpTrait::SameOperandsAndResultType");
}

bool hasOneResult(const Operator &op) {
  return op.getNumResults() == 1 && !op.getResult(0).isVariadic();
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
    if (attribute->attr.getAttrDefName() == "UnitAttr")
      defaultValue = "false";
    else if (attribute->attr.hasDefaultValue())
      defaultValue = attribute->attr.getDefaultValue().str();
    parameters.push_back({attribute->attr.getReturnType().str(), name, defaultValue, name, false});
  }
  bool trailing = true; // C++ allows defaults only at the end
  for (Parameter &parameter : reverse(parameters)) {
    trailing = trailing && !parameter.defaultValue.empty();
    if (!trailing)
      parameter.defaultValue.clear();
  }
  return parameters;
}

std::string signature(const Operator &op, bool withDefaults) {
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

void emitDefinition(const Operator &op, raw_ostream &os) {
  std::vector<Parameter> parameters = parametersOf(op);
  os << signature(op, false) << " {\n";
  if (isCreation(op)) {
    parameters.erase(parameters.begin());
  } else {
    const Parameter &first =
        *find_if(parameters, [](auto &parameter) { return parameter.isOperand; });
    bool isList = first.type == "llvm::ArrayRef<Expr>";
    os << "  RuleBuilder &builder = " << first.name << (isList ? ".front()" : "")
       << ".builder();\n";
  }
  bool broadcasts = op.getTrait("::cotan::Elementwise") && op.getNumOperands() > 1;
  if (broadcasts) {
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
    if (broadcasts && parameter.isOperand)
      os << "operands[" << operand++ << "].value()";
    else
      os << parameter.argument;
  }
  os << ");\n}\n\n";
}

/// Rules compute with tensors; control flow is built by the passes.
bool hasRuleFunction(const Operator &op) { return op.getDialectName() != "flow"; }

/// The .td file the op is defined in, from src/ on.
std::string sourceOf(const Operator &op) {
  unsigned buffer = SrcMgr.FindBufferContainingLoc(op.getLoc()[0]);
  StringRef path = SrcMgr.getMemoryBuffer(buffer)->getBufferIdentifier();
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
  field(hasRuleFunction(op) ? signature(op, true) : "");
  field(types);
  field(sourceOf(op));
  os << "},\n";
}

bool generate(raw_ostream &os, const RecordKeeper &records) {
  os << "// Generated by cotan-tblgen from the .td files of the ops. Do not edit.\n";
  switch (output) {
  case Output::arrayDeclarations: return emitArrayDeclarations(os, records), false;
  case Output::arrayDefinitions: return emitArrayDefinitions(os, records), false;
  case Output::arrayBindings: return emitArrayBindings(os, records), false;
  default: break;
  }
  for (const Record *record : ops(records)) {
    Operator op(record);
    if (output == Output::documentation) {
      emitDocumentation(op, os);
      continue;
    }
    if (!hasRuleFunction(op))
      continue;
    if (output == Output::functionDeclarations)
      os << "/// " << op.getSummary() << "\n" << signature(op, true) << ";\n";
    else
      emitDefinition(op, os);
  }
  return false;
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], [](raw_ostream &os, const RecordKeeper &records) {
    bool isRuleLanguage =
        output == Output::functionDeclarations || output == Output::functionDefinitions;
    if (isRuleLanguage)
      os << "namespace cotan {\n";
    bool failed = generate(os, records);
    if (isRuleLanguage)
      os << "} // namespace cotan\n";
    return failed;
  });
}
