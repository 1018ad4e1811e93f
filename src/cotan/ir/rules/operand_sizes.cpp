#include "cotan/ir/rules/operand_sizes.h"

#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

std::optional<Sizes> sizesByRule(OpResult result, SizeRules &rules) {
  Operation *op = result.getOwner();
  if (auto says = dyn_cast<SaysSizes>(op))
    return says.sizes(rules, result.getResultNumber());
  if (!op->hasTrait<Elementwise>() && !op->hasTrait<OpTrait::SameOperandsAndResultType>())
    return std::nullopt;
  return rules.commonSizes(op->getNumOperands());
}

//--- reading

OperandSizes::OperandSizes(TypeRange types) {
  for (Type type : types)
    shapes.push_back(cast<RankedTensorType>(type).getShape());
}

OperandSizes::OperandSizes(ArrayRef<Array> operands) : arrays(operands) {
  for (const Array &operand : operands)
    shapes.push_back(operand.shape());
}

unsigned OperandSizes::rank(unsigned i) {
  require(i < shapes.size(), "there are less operands than the op has");
  return i < shapes.size() ? shapes[i].size() : 0;
}

Size OperandSizes::size(unsigned i, unsigned axis) {
  if (axis >= rank(i)) {
    require(false, "operands have numbers of axes that do not fit");
    return Size(*this);
  }
  const int64_t size = shapes[i][axis];
  return ShapedType::isDynamic(size) ? Size(*this, SizeSource{i, axis, false}) : Size(size);
}

Size OperandSizes::number(unsigned i, unsigned at) {
  if (arrays.empty())
    return Size(*this, SizeSource{i, at, true});
  return at < arrays[i].size() ? arrays[i].asInt(at) : 0; // else a condition did not hold
}

void OperandSizes::require(const Size &holds, const Twine &problem) {
  if (holds.number() != 0 || !found.empty())
    return;
  llvm::raw_string_ostream text(found);
  text << problem;
  auto print = [&](ArrayRef<int64_t> shape) {
    text << '[';
    llvm::interleaveComma(shape, text, [&](int64_t size) {
      if (ShapedType::isDynamic(size))
        text << '?';
      else
        text << size;
    });
    text << ']';
  };
  if (!shapes.empty())
    text << (shapes.size() == 1 ? "; found shape " : "; found shapes ");
  llvm::interleave(shapes, text, print, " and ");
}

SmallVector<int64_t> OperandSizes::shapeFrom(ArrayRef<Size> sizes) {
  SmallVector<int64_t> shape;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    std::optional<__int128> number = size.number();
    if (!number) {
      shape.push_back(ShapedType::kDynamic);
      continue;
    }
    require(*number >= 0 && *number <= std::numeric_limits<int64_t>::max(),
            "axis " + Twine(axis) + " of the result would have " +
                (*number < 0 ? "less than no" : "too many") + " elements");
    shape.push_back(int64_t(*number));
  }
  return shape;
}

//--- types

LogicalResult inferBySizes(std::optional<Location> loc, ValueRange operands, SizeRule rule,
                           ArrayRef<Type> elementTypes, SmallVectorImpl<Type> &results) {
  OperandSizes rules(operands.getTypes());
  for (auto [i, elementType] : llvm::enumerate(elementTypes)) {
    SmallVector<int64_t> shape = rules.shapeFrom(rule(rules, i));
    if (!rules.problem().empty())
      return emitOptionalError(loc, rules.problem());
    results.push_back(RankedTensorType::get(shape, elementType));
  }
  return success();
}

LogicalResult verifySizes(SaysSizes op) {
  OperandSizes rules(op->getOperandTypes());
  for (OpResult result : op->getResults()) {
    SmallVector<int64_t> shape = rules.shapeFrom(*sizesByRule(result, rules));
    if (!rules.problem().empty())
      return op->emitOpError(rules.problem()) << "; the result is " << result.getType();
    if (failed(verifyCompatibleShape(cast<ShapedType>(result.getType()).getShape(), shape)))
      return op->emitOpError("result has type ")
             << result.getType() << ", but shape " << printShape(shape) << " was expected";
  }
  return success();
}

//--- evaluation

SmallVector<int64_t> shapeOf(Operation *op, ArrayRef<Array> operands, unsigned result) {
  OperandSizes rules(operands);
  SmallVector<int64_t> shape = rules.shapeFrom(*sizesByRule(op->getResult(result), rules));
  if (!rules.problem().empty())
    throw EvaluationError(rules.problem());
  return shape;
}

void needFit(Operation *op, ArrayRef<Array> operands) { (void)shapeOf(op, operands); }

Array emptyFor(Operation *op, ArrayRef<Array> operands, unsigned result) {
  auto type = cast<RankedTensorType>(op->getResult(result).getType());
  return Array(*dtypeOf(type.getElementType()), shapeOf(op, operands, result));
}

} // namespace cotan
