// The array functions that are one op (cotan/ir/array_function.td): their declarations and
// definitions in C++, and what binds them to Python.
#include "functions.h"
#include "op_function.h"

#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace {

std::string typed(const OpParameter &parameter) {
  return parameter.type + (StringRef(parameter.type).ends_with("&") ? "" : " ") + parameter.name;
}

std::string signature(const OpFunction &function, bool withDefaults) {
  auto parameters = map_to_vector(function.parameters, [&](const OpParameter &parameter) {
    bool hasDefault = withDefaults && !parameter.otherwise.empty();
    return typed(parameter) + (hasDefault ? " = " + parameter.otherwise : "");
  });
  return function.resultType() + " " + function.name + "(" + join(parameters, ", ") + ")";
}

/// What arguments may be: shapes and element types.
std::string requirements(const OpFunction &function) {
  auto isTogether = [](const OpParameter &parameter) { return parameter.role == "together"; };
  std::string text;
  if (broadcasts(function.op))
    text = "Shapes broadcast as in NumPy; operands take one element type. ";
  else if (function.isElementwise())
    text = "Of any shape. ";
  else if (count_if(function.parameters, isTogether) > 1)
    text = "Operands take one element type. ";
  text += StringSwitch<StringRef>(function.accepts)
              .Cases({"floats", "inexact"}, "Integers are taken as float32.")
              .Case("parts", "Integers and truth values are given back as they are.")
              .Cases({"numbers", "allNumbers"}, "Truth values are taken as integers.")
              .Case("integers", "Floats are refused.")
              .Default("")
              .str();
  return StringRef(text).trim().str();
}

/// The summary, the description without its examples, which are IR, what arguments may be, and the
/// row's example.
std::string documentation(const OpFunction &function) {
  std::string whole = unindent(function.op.getDescription());
  std::string explanation = StringRef(whole).split("```").first.trim().str();
  return function.op.getSummary().str() + "\n\n" + explanation +
         (explanation.empty() ? "" : "\n\n") + requirements(function) + "\n\n" +
         unindent(function.row.getValueAsString("example"));
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  forEachFunction(records, [&](const OpFunction &function) {
    os << "namespace " << function.scope() << " {\n/// " << function.op.getSummary() << "\n"
       << signature(function, /*withDefaults=*/true) << ";\n}\n";
  });
  return false;
}

/// {Role::together, "x", x}, {Role::key, "key", key}
std::string rolesOf(const OpFunction &function) {
  SmallVector<std::string> roles;
  for (const OpParameter &parameter : function.parameters)
    if (!parameter.role.empty())
      roles.push_back("{Role::" + parameter.role + ", \"" + parameter.name + "\", " +
                      parameter.name + "}");
  return join(roles, ", ");
}

/// Of the op's call: operands, then attributes.
std::string argumentsOf(const OpFunction &function) {
  std::string operands, attributes;
  for (const OpParameter &parameter : function.parameters)
    (parameter.role.empty() ? attributes : operands) += parameter.argument + ", ";
  return operands + attributes + "typing";
}

/// What is computed instead of the operator where all operands are of some kind.
void emitOther(const OpFunction &function, StringRef field, StringRef areSuch, raw_ostream &os) {
  StringRef other = function.row.getValueAsString(field);
  if (other.empty())
    return;
  auto names =
      map_to_vector(function.parameters, [](const OpParameter &each) { return each.name; });
  os << "  if (" << areSuch << "({" << join(names, ", ") << "}))\n    return " << other << ";\n";
}

void emitDefinition(const OpFunction &function, raw_ostream &os) {
  const std::string call = "op::" + functionName(function.op) + "(" + argumentsOf(function) + ")";
  os << "namespace " << function.scope() << " {\n"
     << signature(function, /*withDefaults=*/false) << " {\n  const Called called(\"ct."
     << function.fullName() << "\");\n";
  emitOther(function, "onTruthValues", "areTruthValues", os);
  emitOther(function, "onComplexNumbers", "areComplex", os);
  os << "  const OpTyping typing(Accepts::" << function.accepts << ", {" << rolesOf(function)
     << "}, " << (broadcasts(function.op) ? "true" : "false") << ");\n";
  if (function.accepts == "parts")
    os << "  if (typing.isWhole)\n    return " << function.parameters[0].name << ";\n";
  if (hasOneResult(function.op)) {
    os << "  return " << call << ";\n}\n}\n";
    return;
  }
  os << "  std::vector<Tensor> all = " << call << ";\n  return {";
  for (int i = 0; i < function.op.getNumResults(); ++i)
    os << (i ? ", " : "") << "all[" << i << "]";
  os << "};\n}\n}\n";
}

bool emitDefinitions(const RecordKeeper &records, raw_ostream &os) {
  os << notice << "#include \"cotan/functions/functions.h\"\n\n"
     << "#include \"cotan/functions/operators.h\"\n#include \"cotan/tensor/inside.h\"\n\n";
  forEachFunction(records, [&](const OpFunction &function) { emitDefinition(function, os); });
  return false;
}

Binding bindingOf(const OpFunction &function) {
  Binding binding;
  binding.module = function.module;
  binding.name = function.name;
  binding.called = function.scope() + "::" + function.name;
  binding.result = function.resultType();
  for (const OpParameter &parameter : function.parameters) {
    binding.parameters.push_back(typed(parameter));
    binding.arguments.push_back(parameter.name);
    binding.said += "py::arg(\"" + parameter.name + "\")" +
                    (parameter.inPython.empty() ? "" : " = " + parameter.inPython) + ", ";
  }
  binding.documentation = documentation(function);
  return binding;
}

bool emitBindings(const RecordKeeper &records, raw_ostream &os) {
  emitBindingSource(
      "functions_of_ops",
      [&] {
        forEachFunction(records,
                        [&](const OpFunction &function) { emitBinding(bindingOf(function), os); });
      },
      os);
  return false;
}

/// As those of rows (functions.cpp).
bool emitNames(const RecordKeeper &records, raw_ostream &os) {
  os << notice << "#ifdef COTAN_ALIAS\n";
  forEachFunction(records, [&](const OpFunction &function) {
    for (StringRef alias : function.row.getValueAsListOfStrings("aliases"))
      os << "COTAN_ALIAS(\"" << function.module << (function.module.empty() ? "" : ".") << alias
         << "\", \"" << function.fullName() << "\")\n";
  });
  os << "#undef COTAN_ALIAS\n#endif\n";
  return false;
}

mlir::GenRegistration declarations("gen-op-function-decls", "functions of ops", emitDeclarations),
    definitions("gen-op-function-defs", "their definitions", emitDefinitions),
    bindings("gen-op-function-bindings", "their Python bindings", emitBindings),
    names("gen-op-function-names", "their other names", emitNames);

} // namespace
