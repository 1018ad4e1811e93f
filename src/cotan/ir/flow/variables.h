// The variables of a structured op: each result with the operand, arguments and yielded values that
// belong to it. Passes change an op's variables here, so they need not know which op it is.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace cotan::flow {

struct Variable {
  mlir::OpResult result;
  mlir::OpOperand *start = nullptr;               // null in branches and for stacks made by init
  llvm::SmallVector<mlir::BlockArgument, 3> args; // one per region that takes the variable
  llvm::SmallVector<mlir::OpOperand *, 3> yields; // one per region that ends with it

  bool isStack() const { return mlir::isa<StackType>(result.getType()); }
};

/// The terminator's operand that hands on variable `j`.
mlir::OpOperand &yieldOf(mlir::Region &region, unsigned j);
/// The argument that stands for variable `j` in `region`; null if it has none there.
mlir::BlockArgument argumentOf(Structured op, mlir::Region &region, unsigned j);

Variable variableOf(Structured op, unsigned j);

/// The number of stacks the `init` region makes: the last variables.
unsigned numInitStacks(Structured op);

/// The regions a program runs: all that are not empty, without `init`.
llvm::SmallVector<mlir::Region *, 3> bodiesOf(Structured op);

/// Rebuilds `op` with one more stack, made in `init`: for residuals, what the reverse pass reads.
Structured appendResidualStack(mlir::RewriterBase &rewriter, Structured op);
/// That stack, as it comes out of the op, and as it is in one of its regions.
mlir::Value residualStack(Structured op);
mlir::Value residualStackIn(Structured op, mlir::Region &region);

/// Adding value variables takes three steps, so that the regions can be worked on in between. New
/// variables stand before the stacks made by `init`.
///
/// 1. One new argument per type in a region of a loop.
llvm::SmallVector<mlir::Value> insertArguments(Structured op, mlir::Region &region,
                                               mlir::TypeRange types);
/// 2. What the region hands on for them.
void insertYields(Structured op, mlir::Region &region, mlir::ValueRange values);
/// 3. The op with the results, and the operands that start the variables of a loop.
Structured appendVariables(mlir::RewriterBase &rewriter, Structured op, mlir::ValueRange starts,
                           mlir::TypeRange types);

/// Rebuilds `op` without the variables `dead`, whose results and arguments must be unused but for
/// the op's own yields; `init` goes when no stack is left.
Structured eraseVariables(mlir::RewriterBase &rewriter, Structured op, const llvm::BitVector &dead);

} // namespace cotan::flow
