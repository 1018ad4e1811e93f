// The elementwise array functions of the front doors: declarations and definitions for C++, and a
// table for Python. One function per elementwise op, named as in jax.numpy.
#include "op.h"

#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

/// One function: all its operands are tensors, and it has no attributes.
struct Function {
  std::string op, name, accepts, summary, description;
  bool isActivation;
  SmallVector<std::string, 2> parameters;
};

/// jax.numpy's name, where it is not the op's. Empty: the function is written by hand, as it does
/// more than the op, or the op is for rules alone.
StringRef nameOf(StringRef mnemonic) {
  return StringSwitch<StringRef>(mnemonic)
      .Cases({"cast", "bitcast", "where", "clip", "pow", "round", "mul_no_nan"}, "")
      .Case("acos", "arccos")
      .Case("acosh", "arccosh")
      .Case("asin", "arcsin")
      .Case("asinh", "arcsinh")
      .Case("atan", "arctan")
      .Case("atan2", "arctan2")
      .Case("atanh", "arctanh")
      .Case("and", "bitwise_and")
      .Case("or", "bitwise_or")
      .Case("xor", "bitwise_xor")
      .Case("not", "bitwise_not")
      .Case("shift_left", "left_shift")
      .Case("shift_right", "right_shift")
      .Case("mul", "multiply")
      .Case("sub", "subtract")
      .Case("div", "divide")
      .Case("floor_div", "floor_divide")
      .Case("neg", "negative")
      .Case("eq", "equal")
      .Case("ne", "not_equal")
      .Case("lt", "less")
      .Case("le", "less_equal")
      .Case("gt", "greater")
      .Case("ge", "greater_equal")
      .Case("is_nan", "isnan")
      .Case("is_inf", "isinf")
      .Case("is_finite", "isfinite")
      .Default(mnemonic);
}

bool isIn(const Operator &op, StringRef folder) { return fileOf(op).contains(folder); }

/// Division of integers gives floats, as in Python, and rounding them changes nothing, as in the
/// array API; otherwise what the op takes.
StringRef acceptsOf(const Operator &op, StringRef mnemonic) {
  if (mnemonic == "div")
    return "floats";
  if (isIn(op, "/arithmetic/rounding"))
    return "parts";
  return StringSwitch<StringRef>(op.getOperand(0).constraint.getDefName())
      .Case("FloatTensor", "floats")
      .Case("NumberTensor", "numbers")
      .Cases({"IntegerTensor", "IntegerOrBoolTensor", "BoolTensor"}, "integers")
      .Default("any");
}

std::vector<Function> functions(const RecordKeeper &records) {
  std::vector<Function> result;
  forEachOp(records, [&](const Operator &op) {
    std::string whole = op.getOperationName();
    StringRef mnemonic = StringRef(whole).split('.').second, name = nameOf(mnemonic);
    bool isFit = op.getTrait("::cotan::Elementwise") && op.getNumAttributes() == 0 &&
                 op.getNumResults() == 1;
    if (!isFit || name.empty())
      return;
    Function function{functionName(op),
                      name.str(),
                      acceptsOf(op, mnemonic).str(),
                      op.getSummary().str(),
                      unindent(op.getDescription()),
                      isIn(op, "/ops/activation/"),
                      {}};
    for (const NamedTypeConstraint &operand : op.getOperands())
      function.parameters.push_back(operand.name.str());
    result.push_back(std::move(function));
  });
  return result;
}

/// Arithmetic of truth values is logic, as in NumPy: the call that is made of them, if any.
std::string onTruthValues(const Function &function) {
  StringRef logic = StringSwitch<StringRef>(function.op)
                        .Cases({"add", "maximum"}, "or_")
                        .Cases({"mul", "minimum"}, "and_")
                        .Default("");
  if (!logic.empty())
    return ("elementwise(op::" + logic + ", Accepts::integers, \"" + function.name + "\", " +
            join(function.parameters, ", ") + ")")
        .str();
  return function.op == "abs" ? function.parameters[0] : "";
}

std::string signature(const Function &function) {
  auto parameters = map_range(function.parameters,
                              [](const std::string &name) { return "const Tensor &" + name; });
  return "Tensor " + function.name + "(" + join(parameters, ", ") + ")";
}

/// Each function in its namespace: activations are in `nn`, as in JAX.
template <typename Emit>
void emitInNamespaces(raw_ostream &os, const RecordKeeper &records, Emit emit) {
  for (bool isActivation : {false, true}) {
    os << (isActivation ? "namespace ct::nn {\n" : "namespace ct {\n");
    for (const Function &function : functions(records))
      if (function.isActivation == isActivation)
        emit(function);
    os << "}\n";
  }
}

/// What arguments may be: shapes and element types.
std::string requirements(const Function &function) {
  std::string text = function.parameters.size() > 1
                         ? "Shapes broadcast as in NumPy; operands take one element type."
                         : "Of any shape.";
  return text + StringSwitch<StringRef>(function.accepts)
                    .Case("floats", " Integers are taken as float32.")
                    .Case("parts", " Integers and truth values are given back as they are.")
                    .Case("numbers", " Truth values are taken as integers.")
                    .Case("integers", " Floats are refused.")
                    .Default("")
                    .str();
}

/// The summary, the description without its examples, which are IR, and what arguments may be.
std::string documentation(const Function &function) {
  std::string explanation = StringRef(function.description).split("```").first.trim().str();
  return function.summary + "\n\n" + explanation + (explanation.empty() ? "" : "\n\n") +
         requirements(function);
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  emitInNamespaces(os, records, [&](const Function &function) {
    os << "/// " << function.summary << "\n" << signature(function) << ";\n";
  });
  return false;
}

bool emitDefinitions(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  emitInNamespaces(os, records, [&](const Function &function) {
    std::string arguments = join(function.parameters, ", ");
    os << signature(function) << " {\n";
    if (std::string logic = onTruthValues(function); !logic.empty())
      os << "  if (areTruthValues({" << arguments << "}))\n    return " << logic << ";\n";
    os << "  return elementwise(op::" << function.op << ", Accepts::" << function.accepts << ", \""
       << function.name << "\", " << arguments << ");\n}\n";
  });
  return false;
}

bool emitBindings(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  for (const Function &function : functions(records)) {
    os << (function.isActivation ? "COTAN_ACTIVATION" : "COTAN_FUNCTION")
       << function.parameters.size() << "(" << function.name << ", "
       << join(function.parameters, ", ") << ", R\"__(" << documentation(function) << ")__\")\n";
  }
  return false;
}

mlir::GenRegistration declarations("gen-array-decls", "array functions", emitDeclarations),
    definitions("gen-array-defs", "their definitions", emitDefinitions),
    bindings("gen-array-bindings", "their Python bindings", emitBindings);

} // namespace
