#include "cotan/transforms/tensorize_numbers.h"

#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ir/rules/rule_builder.h"
#include "cotan/ir/types.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

RankedTensorType tensorOf(Type number) { return RankedTensorType::get({}, number); }

bool isNumber(Value value) { return value.getType().isIntOrFloat(); }

bool hasNumbers(func::FuncOp function) {
  return function
      .walk([](Block *block) {
        bool found = llvm::any_of(block->getArguments(), isNumber) ||
                     llvm::any_of(*block, [](Operation &op) {
                       return llvm::any_of(op.getResults(), isNumber);
                     });
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The ops from tensors to numbers and back, and constants. Types do not fit until all is done.
void replaceBridges(func::FuncOp function) {
  for (Operation *op : opsIn(function, [](Operation *op) {
         return isa<tensor::ExtractOp, tensor::FromElementsOp>(op) && op->getNumOperands() == 1;
       })) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  }
  auto isConstant = [](Operation *op) {
    return op->hasTrait<OpTrait::ConstantLike>() && llvm::any_of(op->getResults(), isNumber);
  };
  for (Operation *op : opsIn(function, isConstant)) {
    Attribute value;
    if (!matchPattern(op, m_Constant(&value)) || !isa<IntegerAttr, FloatAttr>(value))
      continue; // of any type: an undefined value
    OpBuilder builder(op);
    auto tensor = DenseElementsAttr::get(tensorOf(op->getResult(0).getType()), value);
    op->replaceAllUsesWith(ValueRange(RuleBuilder(builder, op->getLoc()).constant(tensor).value()));
    op->erase();
  }
}

/// Arguments and results of the function are what they were.
void bridgeType(func::FuncOp function) {
  Block &body = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument arg : body.getArguments())
    if (isNumber(arg)) {
      auto tensor =
          tensor::FromElementsOp::create(builder, arg.getLoc(), tensorOf(arg.getType()), arg);
      arg.replaceAllUsesExcept(tensor, tensor);
    }
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  for (auto [operand, type] : llvm::zip_equal(end->getOpOperands(), function.getResultTypes()))
    if (operand.get().getType() != type)
      operand.set(tensor::ExtractOp::create(builder, end->getLoc(), operand.get(), ValueRange()));
}

struct TensorizeNumbersPass : PassWrapper<TensorizeNumbersPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TensorizeNumbersPass)

  StringRef getArgument() const override { return "tensorize-numbers"; }
  StringRef getDescription() const override { return "Replace numbers by 0-d tensors"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override { tensorizeNumbers(getOperation()); }
};

} // namespace

void tensorizeNumbers(func::FuncOp function) {
  if (function.isExternal() || !function.getBody().hasOneBlock() || !hasNumbers(function))
    return;
  replaceBridges(function);
  auto change = [](ValueRange values) {
    for (Value value : values)
      if (isNumber(value))
        value.setType(tensorOf(value.getType()));
  };
  function.walk([&](Operation *op) {
    change(op->getResults());
    if (op != function)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          change(block.getArguments());
  });
  bridgeType(function);
}

std::unique_ptr<Pass> createTensorizeNumbersPass() {
  return std::make_unique<TensorizeNumbersPass>();
}

} // namespace cotan
