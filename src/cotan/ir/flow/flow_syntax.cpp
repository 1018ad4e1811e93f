// How the structured ops are written and read.
#include "cotan/ir/flow/flow.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace cotan::flow {
namespace {

//--- Reading

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

/// `(%a: type, ...) { ... }`, the arguments being optional.
ParseResult parseRegion(OpAsmParser &parser, Region &region, bool implicitYield = false) {
  SmallVector<OpAsmParser::Argument> args;
  if (parser.parseArgumentList(args, OpAsmParser::Delimiter::OptionalParen, /*allowType=*/true) ||
      parser.parseRegion(region, args))
    return failure();
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.back();
  if (implicitYield && (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())) {
    OpBuilder builder(parser.getContext()); // the block has no parent yet to ask
    builder.setInsertionPointToEnd(&block);
    YieldOp::create(builder, parser.getEncodedSourceLoc(parser.getNameLoc()), ValueRange());
  }
  return success();
}

/// `init (...) {...}`, which may be absent; the region is added either way.
ParseResult parseInit(OpAsmParser &parser, OperationState &state) {
  Region *init = state.addRegion();
  if (failed(parser.parseOptionalKeyword("init")))
    return success();
  return parseRegion(parser, *init);
}

/// `-> (types)`, absent if there are no results.
ParseResult parseResults(OpAsmParser &parser, OperationState &state) {
  return parser.parseOptionalArrowTypeList(state.types);
}

ParseResult parseAttributes(OpAsmParser &parser, OperationState &state) {
  return parser.parseOptionalAttrDictWithKeyword(state.attributes);
}

/// `(operand types) -> (result types)`, then the operands are looked up.
ParseResult parseSignature(OpAsmParser &parser, OperationState &state, const Operands &operands) {
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

/// `%value : type`, the one operand of a branch.
ParseResult parseSelector(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  return failure(parser.parseOperand(operand) || parser.parseColonType(type) ||
                 parser.resolveOperand(operand, type, state.operands));
}

//--- Printing

/// Prints a region; a yield of nothing may be left out if it says nothing else either.
void printRegion(OpAsmPrinter &printer, StringRef keyword, Region &region, bool implicitYield) {
  printer << keyword;
  if (region.getNumArguments() != 0) {
    printer << '(';
    llvm::interleaveComma(region.getArguments(), printer,
                          [&](BlockArgument arg) { printer.printRegionArgument(arg); });
    printer << ')';
  }
  if (!keyword.empty())
    printer << ' ';
  bool saysMore =
      region.hasOneBlock() && !region.front().empty() && !region.front().back().getAttrs().empty();
  printer.printRegion(region, /*printEntryBlockArgs=*/false, !implicitYield || saysMore);
}

void printInit(OpAsmPrinter &printer, Region &init) {
  if (init.empty())
    return;
  printRegion(printer, "init", init, false);
  printer << ' ';
}

void printSignature(OpAsmPrinter &printer, Operation *op, ValueRange operands) {
  printer << " : ";
  printer.printFunctionalType(operands.getTypes(), op->getResultTypes());
}

void printAttributes(OpAsmPrinter &printer, Operation *op, ArrayRef<StringRef> elided) {
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), elided);
}

} // namespace

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &state) {
  if (parseSelector(parser, state) || parseResults(parser, state) || parseInit(parser, state))
    return failure();
  if (failed(parser.parseOptionalKeyword("then")) && !state.regions.front()->empty())
    return parser.emitError(parser.getCurrentLocation(), "expected 'then' after region 'init'");
  bool implicit = state.types.empty();
  Region *thenRegion = state.addRegion(), *elseRegion = state.addRegion();
  if (parseRegion(parser, *thenRegion, implicit))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("else")) && parseRegion(parser, *elseRegion, implicit))
    return failure();
  return parseAttributes(parser, state);
}

void IfOp::print(OpAsmPrinter &printer) {
  bool implicit = getNumResults() == 0;
  printer << ' ' << getCondition() << " : " << getCondition().getType();
  printer.printOptionalArrowTypeList(getResultTypes());
  printer << ' ';
  printInit(printer, getInit());
  printRegion(printer, getInit().empty() ? "" : "then", getThenRegion(), implicit);
  if (!getElseRegion().empty()) {
    printer << ' ';
    printRegion(printer, "else", getElseRegion(), implicit);
  }
  printAttributes(printer, *this, {});
}

ParseResult SwitchOp::parse(OpAsmParser &parser, OperationState &state) {
  if (parseSelector(parser, state) || parseResults(parser, state) || parseInit(parser, state))
    return failure();
  while (succeeded(parser.parseOptionalKeyword("case")))
    if (parseRegion(parser, *state.addRegion(), state.types.empty()))
      return failure();
  return parseAttributes(parser, state);
}

void SwitchOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getIndex() << " : " << getIndex().getType();
  printer.printOptionalArrowTypeList(getResultTypes());
  if (!getInit().empty()) {
    printer << ' ';
    printRegion(printer, "init", getInit(), false);
  }
  for (Region &region : getCases()) {
    printer.printNewline();
    printRegion(printer, "case", region, getNumResults() == 0);
  }
  printAttributes(printer, *this, {});
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  Operands inits;
  if (parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parseSignature(parser, state, inits) || parseInit(parser, state) ||
      parser.parseKeyword("cond") || parseRegion(parser, *state.addRegion()) ||
      parser.parseKeyword("body") || parseRegion(parser, *state.addRegion()))
    return failure();
  return parseAttributes(parser, state);
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << " (" << getInitial() << ')';
  printSignature(printer, *this, getInitial());
  printer.printNewline();
  printInit(printer, getInit());
  printRegion(printer, "cond", getCond(), false);
  printer << ' ';
  printRegion(printer, "body", getBody(), false);
  printAttributes(printer, *this, {});
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand lower, upper, step;
  Operands inits;
  Type index;
  if (parser.parseOperand(lower) || parser.parseKeyword("to") || parser.parseOperand(upper) ||
      parser.parseKeyword("step") || parser.parseOperand(step) || parser.parseColonType(index) ||
      parser.resolveOperands({lower, upper, step}, index, state.operands))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("reverse")))
    state.addAttribute(getReverseAttrName(state.name), parser.getBuilder().getUnitAttr());
  if (parser.parseKeyword("carry") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parseSignature(parser, state, inits) || parseInit(parser, state) ||
      parser.parseKeyword("body") || parseRegion(parser, *state.addRegion()))
    return failure();
  return parseAttributes(parser, state);
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getLower() << " to " << getUpper() << " step " << getStep() << " : "
          << getLower().getType() << (getReverse() ? " reverse" : "") << " carry(" << getInitial()
          << ')';
  printSignature(printer, *this, getInitial());
  printer.printNewline();
  printInit(printer, getInit());
  printRegion(printer, "body", getBody(), false);
  printAttributes(printer, *this, {getReverseAttrName()});
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  Operands inits, inputs;
  if (parser.parseKeyword("carry") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("over") || parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("reverse")))
    state.addAttribute(getReverseAttrName(state.name), parser.getBuilder().getUnitAttr());
  int32_t carried = inits.size(), sequences = inputs.size();
  inits.append(inputs);
  if (parseSignature(parser, state, inits) || parser.parseKeyword("body") ||
      parseRegion(parser, *state.addRegion()))
    return failure();
  state.addAttribute(getOperandSegmentSizesAttrName(state.name),
                     parser.getBuilder().getDenseI32ArrayAttr({carried, sequences}));
  return parseAttributes(parser, state);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << " carry(" << getInitial() << ") over(" << getInputs() << ')'
          << (getReverse() ? " reverse" : "");
  printSignature(printer, *this, getOperands());
  printer.printNewline();
  printRegion(printer, "body", getBody(), false);
  printAttributes(printer, *this, {getReverseAttrName(), getOperandSegmentSizesAttrName()});
}

} // namespace cotan::flow
