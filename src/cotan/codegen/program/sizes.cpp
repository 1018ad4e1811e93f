#include "cotan/codegen/program/sizes.h"

#include "cotan/ir/rules/operand_sizes.h"

using namespace mlir;

namespace cotan {
namespace {

/// The sizes as values of the program: i64, i1 for truth, and i128 for what is computed.
class ProgramSizes : public SizeRules {
public:
  ProgramSizes(Operation *op, Functions &functions, ProgramValues &values)
      : op(op), functions(functions), values(values), ir(functions.ir) {}

  unsigned rank(unsigned i) override {
    return cast<RankedTensorType>(op->getOperand(i).getType()).getRank();
  }
  Size size(unsigned i, unsigned axis) override {
    return sizeOf(values.sizes.of(op->getOperand(i), axis));
  }
  Size number(unsigned i, unsigned at) override;
  void require(const Size &holds, const Twine &problem) override {
    if (holds.number() != 1)
      functions.require(op, valueOf(holds, ir.getInt1Ty()), problem);
  }
  Size compute(SizeOperation operation, const Size &a, const Size &b) override;
  Size pick(const Size &condition, const Size &a, const Size &b) override {
    llvm::Type *type = haveWords(a, b) ? ir.getInt64Ty() : ir.getInt128Ty();
    return sizeOf(
        ir.CreateSelect(valueOf(condition, ir.getInt1Ty()), valueOf(a, type), valueOf(b, type)));
  }
  /// An i64. Ends the program if that cannot hold it.
  llvm::Value *word(const Size &size, unsigned axis);

private:
  Size sizeOf(llvm::Value *value);
  /// Whether 64 bits hold both.
  bool haveWords(const Size &a, const Size &b) const;
  llvm::Value *valueOf(const Size &x, llvm::Type *type);
  llvm::Value *wide(const Size &x) { return valueOf(x, ir.getInt128Ty()); }

  Operation *op;
  Functions &functions;
  ProgramValues &values;
  llvm::IRBuilder<> &ir;
};

Size ProgramSizes::number(unsigned i, unsigned at) {
  DenseElementsAttr constant;
  if (matchPattern(op->getOperand(i), m_Constant(&constant)))
    return constant.getValues<int64_t>()[at];
  llvm::Value *data = values.data(op->getOperand(i));
  return sizeOf(ir.CreateLoad(ir.getInt64Ty(), ir.CreateConstGEP1_64(ir.getInt64Ty(), data, at)));
}

Size ProgramSizes::sizeOf(llvm::Value *value) {
  auto *constant = dyn_cast<llvm::ConstantInt>(value);
  if (!constant)
    return Size(*this, value);
  if (value->getType()->isIntegerTy(1))
    return constant->isOne();
  const APInt wide = constant->getValue().sextOrTrunc(128);
  return __int128(wide.getRawData()[1]) << 64 | wide.getRawData()[0];
}

bool ProgramSizes::haveWords(const Size &a, const Size &b) const {
  return llvm::all_of(std::initializer_list<const Size *>{&a, &b}, [&](const Size *x) {
    auto number = x->number();
    return number ? *number == int64_t(*number) : x->value()->getType()->isIntegerTy(64);
  });
}

llvm::Value *ProgramSizes::valueOf(const Size &x, llvm::Type *type) {
  if (auto number = x.number()) {
    const uint64_t words[] = {uint64_t(*number), uint64_t(*number >> 64)};
    return llvm::ConstantInt::get(ir.getContext(),
                                  APInt(128, words).trunc(type->getIntegerBitWidth()));
  }
  return ir.CreateSExtOrTrunc(x.value(), type);
}

Size ProgramSizes::compute(SizeOperation operation, const Size &a, const Size &b) {
  llvm::Type *word = ir.getInt64Ty(), *bit = ir.getInt1Ty();
  llvm::Type *compared = haveWords(a, b) ? word : ir.getInt128Ty();
  switch (operation) {
  case SizeOperation::add: return sizeOf(ir.CreateAdd(wide(a), wide(b)));
  case SizeOperation::subtract: return sizeOf(ir.CreateSub(wide(a), wide(b)));
  case SizeOperation::multiply: return sizeOf(ir.CreateMul(wide(a), wide(b)));
  case SizeOperation::divide: // of 128 bits it would be a call
    return sizeOf(ir.CreateSDiv(valueOf(a, word), valueOf(b, word)));
  case SizeOperation::remainder: return sizeOf(ir.CreateSRem(valueOf(a, word), valueOf(b, word)));
  case SizeOperation::equal:
    return sizeOf(ir.CreateICmpEQ(valueOf(a, compared), valueOf(b, compared)));
  case SizeOperation::notLarger:
    return sizeOf(ir.CreateICmpSLE(valueOf(a, compared), valueOf(b, compared)));
  case SizeOperation::both: return sizeOf(ir.CreateAnd(valueOf(a, bit), valueOf(b, bit)));
  case SizeOperation::any: return sizeOf(ir.CreateOr(valueOf(a, bit), valueOf(b, bit)));
  }
  llvm_unreachable("all are there");
}

llvm::Value *ProgramSizes::word(const Size &size, unsigned axis) {
  if (!haveWords(size, 0)) {
    llvm::Value *value = wide(size), *low = ir.CreateTrunc(value, ir.getInt64Ty());
    llvm::Value *isWord = ir.CreateICmpEQ(ir.CreateZExt(low, ir.getInt128Ty()), value);
    llvm::Value *isPositive = ir.CreateICmpSGE(low, ir.getInt64(0));
    functions.require(op, ir.CreateAnd(isWord, isPositive),
                      "axis " + Twine(axis) +
                          " of the result would have too many elements, or "
                          "less than none");
    return low;
  }
  return valueOf(size, ir.getInt64Ty());
}

/// Ends the program unless there can be a tensor of these sizes: what multiplies them later need
/// not ask. Where the result has open sizes, and not only some of an operand's.
void requireFit(OpResult result, ArrayRef<llvm::Value *> sizes, Functions &functions,
                ProgramValues &values) {
  llvm::IRBuilder<> &ir = functions.ir;
  auto widthOf = [](Value x) { return sizeOf(elementType(x.getType())); };
  auto isOne = [&](llvm::Value *size) { return size == ir.getInt64(1); };
  auto isPartOf = [&](Value operand) {
    if (!isa<RankedTensorType>(operand.getType()) || widthOf(operand) < widthOf(result))
      return false;
    SizeValues left = values.sizes.of(operand);
    return llvm::all_of(sizes, [&](llvm::Value *size) {
      auto *found = llvm::find(left, size);
      return isOne(size) || (found != left.end() && left.erase(found));
    });
  };
  Operation *op = result.getOwner();
  if (llvm::all_of(sizes, llvm::IsaPred<llvm::ConstantInt>) ||
      llvm::any_of(op->getOperands(), isPartOf))
    return;
  llvm::Value *list = functions.reserve(sizes.size());
  for (auto [axis, size] : llvm::enumerate(sizes))
    ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_sizes_fit),
                  {list, ir.getInt64(sizes.size()), ir.getInt64(widthOf(result))});
  functions.requireSuccess(op, status);
}

} // namespace

SizeValues resultSizes(OpResult result, Functions &functions, ProgramValues &values) {
  llvm::IRBuilder<> &ir = functions.ir;
  Operation *op = result.getOwner();
  ProgramSizes rules(op, functions, values);
  SizeValues sizes;
  if (std::optional<Sizes> said = sizesByRule(result, rules))
    for (auto [axis, size] : llvm::enumerate(*said))
      sizes.push_back(rules.word(size, axis));
  auto type = cast<RankedTensorType>(result.getType());
  for (auto [axis, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(size))
      continue;
    if (axis >= sizes.size()) { // the op has no sizes but those of its type
      sizes.push_back(ir.getInt64(size));
    } else if (sizes[axis] != ir.getInt64(size)) {
      functions.require(op, ir.CreateICmpEQ(sizes[axis], ir.getInt64(size)),
                        "the result has another size along axis " + Twine(axis) +
                            " than its type says, " + Twine(size));
      sizes[axis] = ir.getInt64(size);
    }
  }
  requireFit(result, sizes, functions, values);
  return sizes;
}

} // namespace cotan
