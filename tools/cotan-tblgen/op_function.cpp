#include "op_function.h"

#include "functions.h"

#include "mlir/TableGen/Attribute.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

/// The name of the tensors an operand may be, given or not.
StringRef kindOf(const NamedTypeConstraint &operand) {
  const Record &record = operand.constraint.getDef();
  return operand.isOptional() ? record.getValueAsDef("baseType")->getName() : record.getName();
}

/// The kind of those that are promoted together: the first that is not of a kind of its own.
StringRef mainKind(const Operator &op) {
  static const StringSet<> own{"KeyTensor", "KeysTensor", "IntegerTensor", "IndicesTensor",
                               "BoolTensor"};
  for (const NamedTypeConstraint &operand : op.getOperands())
    if (!own.contains(kindOf(operand)))
      return kindOf(operand);
  return kindOf(op.getOperand(0));
}

/// What the op takes, unless the row says it.
StringRef acceptsOf(const Record &row, const Operator &op) {
  if (StringRef said = row.getValueAsString("accepts"); !said.empty())
    return said;
  return StringSwitch<StringRef>(mainKind(op))
      .Case("FloatTensor", "floats")
      .Case("FloatOrComplexTensor", "inexact")
      .Case("NumberTensor", "numbers")
      .Case("AnyNumberTensor", "allNumbers")
      .Case("RealTensor", "reals")
      .Cases({"IntegerTensor", "IntegerOrBoolTensor", "BoolTensor"}, "integers")
      .Default("any");
}

/// What an operand is beside those.
StringRef roleOf(const NamedTypeConstraint &operand, const Operator &op) {
  StringRef kind = kindOf(operand);
  return kind == mainKind(op) ? "together"
                              : StringSwitch<StringRef>(kind)
                                    .Cases({"KeyTensor", "KeysTensor"}, "key")
                                    .Cases({"IntegerTensor", "IndicesTensor"}, "indices")
                                    .Case("BoolTensor", "truth")
                                    .Default("");
}

OpParameter parameterOf(const NamedTypeConstraint &operand, const Operator &op) {
  OpParameter parameter{"const Tensor &",   operand.name.str(),       "", "",
                        operand.name.str(), roleOf(operand, op).str()};
  if (operand.isOptional()) {
    parameter.type = "const std::optional<Tensor> &";
    parameter.otherwise = "{}";
    parameter.inPython = "py::none()";
  }
  return parameter;
}

/// 0.01 of "::llvm::APFloat(0.01)"; other numbers as they are, and strings in quotes.
std::string defaultOf(const NamedAttribute &attribute, StringRef kind) {
  if (kind == "UnitAttr")
    return "false";
  if (!attribute.attr.hasDefaultValue())
    return "";
  StringRef value = attribute.attr.getDefaultValue();
  if (value.consume_front("::llvm::APFloat("))
    value.consume_back(")");
  return value.str();
}

OpParameter parameterOf(const NamedAttribute &attribute, const Operator &op) {
  const std::string name = attribute.name.str(), x = op.getOperand(0).name.str();
  StringRef kind = attribute.attr.getBaseAttr().getAttrDefName();
  StringRef type = StringSwitch<StringRef>(kind)
                       .Case("DenseI64ArrayAttr", "const Integers &")
                       .Cases({"UnitAttr", "BoolAttr"}, "bool")
                       .Case("I64Attr", "int64_t")
                       .Case("F64Attr", "double")
                       .Case("StrAttr", "const std::string &")
                       .Default("");
  std::string argument = name;
  if (mayBeMissing(attribute))
    return {("std::optional<" + type + ">").str(), name, "{}", "py::none()", argument, ""};
  if (name == "axis")
    argument = "checkedAxis(axis, " + x + ".ndim())";
  if (name == "axes")
    argument = "checkedAxes(axes, " + x + ".ndim())";
  std::string otherwise = defaultOf(attribute, kind);
  return {type.str(), name, otherwise, otherwise, argument, ""};
}

/// Throws where C++ or Python could not declare it.
void check(const OpFunction &function) {
  auto refuse = [&](const Twine &problem) {
    PrintFatalError(function.row.getLoc(),
                    function.op.getOperationName() + ": " + problem +
                        "; its function needs a stem in src/cotan/functions");
  };
  bool mayBeLeftOut = false;
  for (const OpParameter &parameter : function.parameters) {
    if (parameter.type.empty())
      refuse("no function takes the attribute " + parameter.name);
    if (mayBeLeftOut && parameter.otherwise.empty())
      refuse(parameter.name + " has no default, but one before it has");
    mayBeLeftOut = !parameter.otherwise.empty();
  }
  for (const NamedTypeConstraint &operand : function.op.getOperands())
    if (operand.isVariadic() || roleOf(operand, function.op).empty())
      refuse("it is not known what is given for the operand " + operand.name);
}

} // namespace

OpFunction::OpFunction(const Record &row)
    : row(row), op(row.getValueAsDef("op")), name(row.getValueAsString("name")),
      module(row.getValueAsString("module")), accepts(acceptsOf(row, op)) {
  for (int i = 0; i < op.getNumArgs(); ++i) {
    if (auto *operand = dyn_cast<NamedTypeConstraint *>(op.getArg(i)))
      parameters.push_back(parameterOf(*operand, op));
    else
      parameters.push_back(parameterOf(*cast<NamedAttribute *>(op.getArg(i)), op));
  }
  const DagInit *defaults = row.getValueAsDag("defaults");
  for (unsigned i = 0; i < defaults->getNumArgs(); ++i) {
    OpParameter *given = find_if(parameters, [&](const OpParameter &parameter) {
      return parameter.name == defaults->getArgNameStr(i);
    });
    if (given == parameters.end())
      PrintFatalError(row.getLoc(), "there is no parameter " + defaults->getArgNameStr(i));
    given->otherwise = given->inPython = cast<StringInit>(defaults->getArg(i))->getValue().str();
  }
  check(*this);
}

std::string OpFunction::resultType() const {
  if (hasOneResult(op))
    return "Tensor";
  std::string type = "std::tuple<Tensor";
  for (int i = 1; i < op.getNumResults(); ++i)
    type += ", Tensor";
  return type + ">";
}

bool OpFunction::isElementwise() const { return op.getTrait("::cotan::Elementwise"); }

void forEachFunction(const RecordKeeper &records, EachFunction each) {
  for (const Record *row : recordsOf(records, "ArrayFunction"))
    each(OpFunction(*row));
}
