// The dialect, its type, and how its ops are written.
#include "cotan/ir/fn/fn.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/inlining.h"
#include "cotan/ir/prim/prim_dialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

//--- Types are written with their name; those that follow from others are not written

static ParseResult parseWholeType(OpAsmParser &parser, Type &type) {
  return parser.parseType(type);
}

static void printWholeType(OpAsmPrinter &printer, Operation *, Type type) { printer << type; }

static ParseResult parseSwitchTypes(OpAsmParser &parser,
                                    ArrayRef<OpAsmParser::UnresolvedOperand> functions,
                                    Type &selector, SmallVectorImpl<Type> &types, Type &chosen) {
  if (parser.parseType(selector) || parser.parseComma() || parser.parseType(chosen))
    return failure();
  types.assign(functions.size(), chosen);
  return success();
}

static void printSwitchTypes(OpAsmPrinter &printer, Operation *, ValueRange, Type selector,
                             TypeRange, Type chosen) {
  printer << selector << ", " << chosen;
}

static ParseResult parseApplyTypes(OpAsmParser &parser, Type &function,
                                   SmallVectorImpl<Type> &arguments,
                                   SmallVectorImpl<Type> &results) {
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseType(function))
    return failure();
  auto type = dyn_cast<cotan::fn::FunctionType>(function);
  if (!type)
    return parser.emitError(place)
           << "what is applied is " << function << ", but must be a function, as !fn.fn<(A) -> B>";
  llvm::append_range(arguments, type.getInputs());
  llvm::append_range(results, type.getResults());
  return success();
}

static void printApplyTypes(OpAsmPrinter &printer, Operation *, Type function, TypeRange,
                            TypeRange) {
  printer << function;
}

#include "cotan/ir/fn/fn_dialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "cotan/ir/fn/fn_types.cpp.inc"

#define GET_OP_CLASSES
#include "cotan/ir/fn/fn_ops.cpp.inc"

namespace cotan::fn {

LogicalResult FunctionType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   mlir::FunctionType signature) {
  for (TypeRange types : {TypeRange(signature.getInputs()), TypeRange(signature.getResults())})
    for (Type type : types)
      if (!isa<RankedTensorType, FunctionType>(type))
        return emitError() << "a function value takes and returns tensors and functions, but this "
                              "one has "
                           << type << " in its type";
  return success();
}

bool usesFunctionValues(func::FuncOp function) {
  auto uses = [](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isFunction) ||
                   llvm::any_of(op->getOperandTypes(), isFunction)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return llvm::any_of(function.getArgumentTypes(), isFunction) ||
         function.walk(uses).wasInterrupted();
}

Operation *FnDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                          Location loc) {
  auto name = dyn_cast<FlatSymbolRefAttr>(value);
  return name && isFunction(type) ? ConstantOp::create(builder, loc, type, name) : nullptr;
}

void FnDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "cotan/ir/fn/fn_types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "cotan/ir/fn/fn_ops.cpp.inc"
      >();
  addInterfaces<InlineAnywhere>();
}

} // namespace cotan::fn
