// Who reads the rules of sizes without making code: type inference, verification and evaluation.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

namespace cotan {

/// The sizes of result `result`, by the op's rule: that of elementwise ops is that all operands
/// have them. None if the op has no rule.
std::optional<Sizes> sizesByRule(mlir::OpResult result, SizeRules &rules);

/// The operands' sizes as types say them, or arrays.
class OperandSizes : public SizeRules {
public:
  explicit OperandSizes(mlir::TypeRange types);
  explicit OperandSizes(llvm::ArrayRef<Array> operands);

  unsigned rank(unsigned i) override;
  Size size(unsigned i, unsigned axis) override;
  Size number(unsigned i, unsigned at) override;
  void require(const Size &holds, const llvm::Twine &problem) override;
  void requireWhenRun(const Size &holds, const llvm::Twine &problem) override {
    if (!arrays.empty())
      require(holds, problem);
  }
  Size compute(SizeOperation, const Size &, const Size &) override { return Size(*this); }
  Size pick(const Size &, const Size &, const Size &) override { return Size(*this); }

  /// The sizes as a shape, `?` where they are not known.
  llvm::SmallVector<int64_t> shapeFrom(llvm::ArrayRef<Size> sizes);
  /// What does not hold first, and of which operands; empty if everything may hold.
  const std::string &problem() const { return found; }

private:
  llvm::SmallVector<llvm::ArrayRef<int64_t>> shapes;
  llvm::ArrayRef<Array> arrays; // empty: only types are known
  std::string found;
};

using SizeRule = llvm::function_ref<Sizes(SizeRules &rules, unsigned result)>;
/// One result for each element type, as large as the rule says.
llvm::LogicalResult inferBySizes(std::optional<mlir::Location> loc, mlir::ValueRange operands,
                                 SizeRule rule, llvm::ArrayRef<mlir::Type> elementTypes,
                                 llvm::SmallVectorImpl<mlir::Type> &results);

/// The end of an op's inferReturnTypes: `Op::sizes` says how large the results are.
template <typename Op>
llvm::LogicalResult inferTypes(std::optional<mlir::Location> loc, typename Op::Adaptor operands,
                               llvm::ArrayRef<mlir::Type> elementTypes,
                               llvm::SmallVectorImpl<mlir::Type> &results) {
  auto rule = [&](SizeRules &rules, unsigned result) { return Op::sizes(operands, rules, result); };
  return inferBySizes(loc, operands.getOperands(), rule, elementTypes, results);
}

/// That of an op whose results' types are not inferred: whether they are as large as its rule says.
llvm::LogicalResult verifySizes(SaysSizes op);

/// The shape of a result, which an op's rule says, for these operands. Throws EvaluationError where
/// they do not fit.
llvm::SmallVector<int64_t> shapeOf(mlir::Operation *op, llvm::ArrayRef<Array> operands,
                                   unsigned result = 0);
/// Throws EvaluationError where the operands do not fit.
void needFit(mlir::Operation *op, llvm::ArrayRef<Array> operands);
/// An array of the result's type and that shape; its elements are not set.
Array emptyFor(mlir::Operation *op, llvm::ArrayRef<Array> operands, unsigned result = 0);

} // namespace cotan
