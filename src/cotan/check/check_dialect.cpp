#include "cotan/check/check_dialect.h"

#include "cotan/check/comparison.h"
#include "cotan/ir/inlining.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cmath>

using namespace mlir;

#include "cotan/check/check_dialect.cpp.inc"

#define GET_OP_CLASSES
#include "cotan/check/check_ops.cpp.inc"

namespace cotan::check {
namespace {

//--- Syntax: `%x (: type)?, dense<...> : type {attributes}`

ParseResult parseCheck(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  ElementsAttr expected;
  if (parser.parseOperand(operand))
    return failure();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(type))
    return failure();
  if (parser.parseComma() || parser.parseAttribute(expected, "expected", state.attributes) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  return parser.resolveOperand(operand, type ? type : Type(expected.getType()), state.operands);
}

void printCheck(OpAsmPrinter &printer, Operation *op, Type type, ElementsAttr expected) {
  printer << ' ' << op->getOperand(0);
  if (type != expected.getType())
    printer << " : " << type;
  printer << ", " << expected;
  printer.printOptionalAttrDict(op->getAttrs(), {"expected"});
}

//--- Rules

LogicalResult verifyExpected(Operation *op, RankedTensorType type, ElementsAttr expected) {
  auto expectedType = dyn_cast<RankedTensorType>(expected.getType());
  if (!expectedType || !isa<DenseElementsAttr>(expected))
    return op->emitOpError("expected value must be written out as dense<...> : tensor<...>");
  if (!dtypeOf(expectedType.getElementType()))
    return op->emitOpError("cannot compare elements ") << expectedType.getElementType();
  if (type.getElementType() != expectedType.getElementType() ||
      failed(verifyCompatibleShape(type, expectedType)))
    return op->emitOpError("tensor is ") << type << ", but the expected value is " << expectedType;
  return success();
}

/// The difference as the text of an error; evaluation ends with it.
Arrays require(const Array &found, ElementsAttr expected, std::optional<Tolerance> tolerance) {
  if (auto text = mismatch(found, toArray(cast<DenseElementsAttr>(expected)), tolerance))
    throw EvaluationError(*text);
  return {};
}

} // namespace

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "cotan/check/check_ops.cpp.inc"
      >();
  addInterfaces<InlineAnywhere>();
}

ParseResult EqualOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseCheck(parser, state);
}
void EqualOp::print(OpAsmPrinter &printer) {
  printCheck(printer, *this, getX().getType(), getExpected());
}
LogicalResult EqualOp::verify() { return verifyExpected(*this, getX().getType(), getExpected()); }
Arrays EqualOp::evaluate(ArrayRef<Array> x) { return require(x[0], getExpected(), std::nullopt); }

ParseResult CloseOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseCheck(parser, state);
}
void CloseOp::print(OpAsmPrinter &printer) {
  printCheck(printer, *this, getX().getType(), getExpected());
}
LogicalResult CloseOp::verify() { return verifyExpected(*this, getX().getType(), getExpected()); }
Arrays CloseOp::evaluate(ArrayRef<Array> x) {
  Tolerance tolerance = toleranceOf(x[0].dtype());
  if (getRtol())
    tolerance.relative = getRtolAttr().getValueAsDouble();
  if (getAtol())
    tolerance.absolute = getAtolAttr().getValueAsDouble();
  return require(x[0], getExpected(), tolerance);
}

//--- Attributes: a misspelt one would silently check nothing

namespace {

bool isFloatList(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  return list && !list.empty() && llvm::all_of(list, llvm::IsaPred<FloatAttr>);
}

/// Far enough from what doubles hold that ranges can be computed with.
bool isModerate(Attribute value) {
  auto number = dyn_cast<FloatAttr>(value);
  return number ? std::abs(number.getValueAsDouble()) < 1e300 : isa<IntegerAttr>(value);
}

bool isNumberPair(Attribute value) {
  auto pair = dyn_cast<ArrayAttr>(value);
  return pair && pair.size() == 2 && llvm::all_of(pair, isModerate);
}

bool isShape(Attribute value) {
  auto sizes = dyn_cast<ArrayAttr>(value);
  return sizes && llvm::all_of(sizes, llvm::IsaPred<IntegerAttr>);
}

bool isTensor(Attribute value) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  return elements && dtypeOf(elements.getElementType());
}

struct Rule {
  StringRef name, form;
  bool (*holds)(Attribute);
};

LogicalResult verifyAttribute(Operation *op, ArrayRef<Rule> rules, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  for (const Rule &rule : rules) {
    if (rule.name != name)
      continue;
    if (rule.holds(attribute.getValue()))
      return success();
    return op->emitOpError("attribute '")
           << name << "' is " << attribute.getValue() << "; it must be " << rule.form;
  }
  InFlightDiagnostic error = op->emitOpError("attribute '") << name << "' is not known; expected ";
  llvm::interleaveComma(rules, error, [&](const Rule &rule) { error << rule.name; });
  return error;
}

} // namespace

LogicalResult CheckDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  static constexpr Rule rules[] = {
      {"check.numpy", "a string", [](Attribute value) { return isa<StringAttr>(value); }},
      {"check.no_gradient", "unit", [](Attribute value) { return isa<UnitAttr>(value); }},
      {"check.derivatives", "a list of floats", isFloatList},
      {"check.order", "an integer", [](Attribute value) { return isa<IntegerAttr>(value); }},
      {"check.tolerance", "a float", [](Attribute value) { return isa<FloatAttr>(value); }},
      {"check.f64_only", "unit", [](Attribute value) { return isa<UnitAttr>(value); }},
      {"check.kinks", "a string that says where",
       [](Attribute value) { return isa<StringAttr>(value); }},
      {"check.one_lane", "unit", [](Attribute value) { return isa<UnitAttr>(value); }},
      {"check.may_be_refused", "unit", [](Attribute value) { return isa<UnitAttr>(value); }},
      {"check.smooth_only", "unit", [](Attribute value) { return isa<UnitAttr>(value); }}};
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError("attribute '")
           << attribute.getName().getValue() << "' belongs on a function";
  return verifyAttribute(op, rules, attribute);
}

LogicalResult CheckDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned,
                                                     NamedAttribute attribute) {
  constexpr StringRef elements = "dense<...> : tensor<...> of a type Cotan computes with";
  static constexpr Rule rules[] = {
      {"check.range", "[low, high], both finite", isNumberPair},
      {"check.shape", "a list of sizes", isShape},
      {"check.value", elements, isTensor},
      {"check.shared", "unit", [](Attribute value) { return isa<UnitAttr>(value); }},
      {"check.lanes", elements, isTensor}};
  return verifyAttribute(op, rules, attribute);
}

} // namespace cotan::check
