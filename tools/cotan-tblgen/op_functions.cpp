// The array functions that are one elementwise op (cotan/ir/array_function.td): their declarations
// and definitions in C++, and what binds them to Python.
#include "functions.h"
#include "op.h"

#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

/// All operands of the op are tensors, and it has no attributes.
struct Function {
  const Record &row;
  Operator op;
  std::string name, module, accepts;
  SmallVector<std::string, 2> parameters;
};

/// What the op takes, unless the row says it.
StringRef acceptsOf(const Record &row, const Operator &op) {
  if (StringRef said = row.getValueAsString("accepts"); !said.empty())
    return said;
  return StringSwitch<StringRef>(op.getOperand(0).constraint.getDefName())
      .Case("FloatTensor", "floats")
      .Case("FloatOrComplexTensor", "inexact")
      .Case("NumberTensor", "numbers")
      .Case("AnyNumberTensor", "allNumbers")
      .Case("RealTensor", "reals")
      .Cases({"IntegerTensor", "IntegerOrBoolTensor", "BoolTensor"}, "integers")
      .Default("any");
}

using EachFunction = function_ref<void(const Function &)>;

void forEachFunction(const RecordKeeper &records, EachFunction each) {
  for (const Record *row : recordsOf(records, "ArrayFunction")) {
    Operator op(row->getValueAsDef("op"));
    if (!op.getTrait("::cotan::Elementwise") || op.getNumAttributes() != 0 ||
        op.getNumResults() != 1)
      PrintFatalError(row->getLoc(), op.getOperationName() +
                                         " is not elementwise, or has attributes: its function "
                                         "needs a stem in src/cotan/functions");
    Function function{*row,
                      op,
                      row->getValueAsString("name").str(),
                      row->getValueAsString("module").str(),
                      acceptsOf(*row, op).str(),
                      {}};
    for (const NamedTypeConstraint &operand : op.getOperands())
      function.parameters.push_back(operand.name.str());
    each(function);
  }
}

/// "const Tensor &x, const Tensor &y"
SmallVector<std::string> parametersOf(const Function &function) {
  return map_to_vector(function.parameters,
                       [](const std::string &name) { return "const Tensor &" + name; });
}

std::string scopeOf(const Function &function) {
  return function.module.empty() ? "ct" : "ct::" + function.module;
}

std::string signature(const Function &function) {
  return "Tensor " + function.name + "(" + join(parametersOf(function), ", ") + ")";
}

/// What arguments may be: shapes and element types.
std::string requirements(const Function &function) {
  std::string text = function.parameters.size() > 1
                         ? "Shapes broadcast as in NumPy; operands take one element type."
                         : "Of any shape.";
  return text + StringSwitch<StringRef>(function.accepts)
                    .Cases({"floats", "inexact"}, " Integers are taken as float32.")
                    .Case("parts", " Integers and truth values are given back as they are.")
                    .Cases({"numbers", "allNumbers"}, " Truth values are taken as integers.")
                    .Case("integers", " Floats are refused.")
                    .Default("")
                    .str();
}

/// The summary, the description without its examples, which are IR, what arguments may be, and the
/// row's example.
std::string documentation(const Function &function) {
  std::string whole = unindent(function.op.getDescription());
  std::string explanation = StringRef(whole).split("```").first.trim().str();
  return function.op.getSummary().str() + "\n\n" + explanation +
         (explanation.empty() ? "" : "\n\n") + requirements(function) + "\n\n" +
         unindent(function.row.getValueAsString("example"));
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  forEachFunction(records, [&](const Function &function) {
    os << "namespace " << scopeOf(function) << " {\n/// " << function.op.getSummary() << "\n"
       << signature(function) << ";\n}\n";
  });
  return false;
}

bool emitDefinitions(const RecordKeeper &records, raw_ostream &os) {
  os << notice << "#include \"cotan/functions/functions.h\"\n\n"
     << "#include \"cotan/tensor/inside.h\"\n\n";
  forEachFunction(records, [&](const Function &function) {
    std::string arguments = join(function.parameters, ", ");
    os << "namespace " << scopeOf(function) << " {\n"
       << signature(function) << " {\n  const Called called(\"ct." << function.module
       << (function.module.empty() ? "" : ".") << function.name << "\");\n";
    if (StringRef other = function.row.getValueAsString("onTruthValues"); !other.empty())
      os << "  if (areTruthValues({" << arguments << "}))\n    return " << other << ";\n";
    os << "  return elementwise(op::" << functionName(function.op)
       << ", Accepts::" << function.accepts << ", " << arguments << ");\n}\n}\n";
  });
  return false;
}

Binding bindingOf(const Function &function) {
  Binding binding;
  binding.module = function.module;
  binding.name = function.name;
  binding.called = scopeOf(function) + "::" + function.name;
  binding.parameters = parametersOf(function);
  binding.arguments.assign(function.parameters.begin(), function.parameters.end());
  for (const std::string &name : function.parameters)
    binding.said += "py::arg(\"" + name + "\"), ";
  binding.documentation = documentation(function);
  return binding;
}

bool emitBindings(const RecordKeeper &records, raw_ostream &os) {
  emitBindingSource(
      "functions_of_ops",
      [&] {
        forEachFunction(records,
                        [&](const Function &function) { emitBinding(bindingOf(function), os); });
      },
      os);
  return false;
}

mlir::GenRegistration declarations("gen-op-function-decls", "functions of ops", emitDeclarations),
    definitions("gen-op-function-defs", "their definitions", emitDefinitions),
    bindings("gen-op-function-bindings", "their Python bindings", emitBindings);

} // namespace
