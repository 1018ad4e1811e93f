// Simplifications of the variables of structured ops, the same for branches and loops.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "mlir/IR/PatternMatch.h"

namespace cotan::flow {

/// A variable that is the same outer value throughout becomes a use of that value.
llvm::LogicalResult forwardUnchanged(Structured op, mlir::PatternRewriter &rewriter);
/// Of variables that always hold the same, one is used.
llvm::LogicalResult mergeEqual(Structured op, mlir::PatternRewriter &rewriter);
/// Variables nothing depends on go.
llvm::LogicalResult eraseDead(Structured op, mlir::PatternRewriter &rewriter);

template <typename Op, auto simplify> struct SimplifyVariables : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;
  llvm::LogicalResult matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const override {
    return simplify(mlir::cast<Structured>(op.getOperation()), rewriter);
  }
};

template <typename Op>
void addVariablePatterns(mlir::RewritePatternSet &patterns, mlir::MLIRContext *context) {
  patterns.add<SimplifyVariables<Op, forwardUnchanged>, SimplifyVariables<Op, mergeEqual>,
               SimplifyVariables<Op, eraseDead>>(context);
}

} // namespace cotan::flow
