#include "cotan/codegen/program/sizes.h"

using namespace mlir;

namespace cotan {
namespace {

/// What an op sees that says the sizes of its results.
class ProgramSizes : public SizeBuilder {
public:
  ProgramSizes(Operation *op, Functions &functions, ProgramValues &values)
      : op(op), functions(functions), values(values) {}
  llvm::Value *size(unsigned i, unsigned axis) override {
    return values.size(op->getOperand(i), axis);
  }
  llvm::Value *number(unsigned i, unsigned at) override {
    DenseElementsAttr constant;
    if (matchPattern(op->getOperand(i), m_Constant(&constant)))
      return ir().getInt64(constant.getValues<int64_t>()[at]);
    llvm::Value *data = values.tensor(op->getOperand(i)).data;
    return ir().CreateLoad(ir().getInt64Ty(), ir().CreateConstGEP1_64(ir().getInt64Ty(), data, at));
  }
  void require(llvm::Value *holds, const Twine &problem) override {
    functions.require(op, holds, problem);
  }
  llvm::IRBuilder<> &ir() override { return functions.ir; }

private:
  Operation *op;
  Functions &functions;
  ProgramValues &values;
};

/// All operands have the same sizes; so has the result.
Sizes elementwiseSizes(Operation *op, Functions &functions, ProgramValues &values) {
  Sizes sizes = values.sizesOf(op->getOperand(0));
  for (Value operand : llvm::drop_begin(op->getOperands()))
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (llvm::Value *other = values.size(operand, axis); other != size)
        functions.require(op, functions.ir.CreateICmpEQ(size, other),
                          "operand shapes differ along axis " + Twine(axis));
  return sizes;
}

Sizes reducedSizes(Operation *op, llvm::IRBuilder<> &ir, ProgramValues &values) {
  Sizes from = values.sizesOf(op->getOperand(0)), sizes;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  ArrayRef<int64_t> axes = cast<Reducing>(op).reducedAxes();
  bool keepdims = result.getRank() == int64_t(from.size()) && !axes.empty();
  for (auto [axis, size] : llvm::enumerate(from))
    if (!llvm::is_contained(axes, axis))
      sizes.push_back(size);
    else if (keepdims)
      sizes.push_back(ir.getInt64(1));
  return sizes;
}

/// Ends the program unless there can be a tensor of these sizes: what multiplies them later need
/// not ask. Where the result has open sizes, and not only some of an operand's.
void requireFit(OpResult result, ArrayRef<llvm::Value *> sizes, Functions &functions,
                ProgramValues &values) {
  llvm::IRBuilder<> &ir = functions.ir;
  auto widthOf = [](Value x) { return sizeOf(ProgramValues::elementType(x.getType())); };
  auto isOne = [&](llvm::Value *size) { return size == ir.getInt64(1); };
  auto isPartOf = [&](Value operand) {
    if (!isa<RankedTensorType>(operand.getType()) || widthOf(operand) < widthOf(result))
      return false;
    Sizes left = values.sizesOf(operand);
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

Sizes resultSizes(OpResult result, Functions &functions, ProgramValues &values) {
  llvm::IRBuilder<> &ir = functions.ir;
  Operation *op = result.getOwner();
  Sizes sizes;
  if (auto says = dyn_cast<SaysSizes>(op)) {
    ProgramSizes builder(op, functions, values);
    sizes = says.sizes(builder, result.getResultNumber());
  } else if (op->hasTrait<Elementwise>()) {
    sizes = elementwiseSizes(op, functions, values);
  } else if (isa<Reducing>(op)) {
    sizes = reducedSizes(op, ir, values);
  }
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
