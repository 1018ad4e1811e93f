// What forward mode makes of functions that stay functions.
//
// before: func @f(%x) -> %y
// after:  func @f.moved(%x, %x_1, %x_2) -> (%y, %y_1, %y_2)
//
// The frames of stacks from outside hold all coefficients, of whatever function the stacks are.
#pragma once

#include "cotan/autodiff/call_pairs.h"

#include <deque>

namespace cotan {

/// With the coefficients of active operands as further arguments, and those of all floats that it
/// results in as further results.
struct MovedFunction {
  ActiveCall of;
  unsigned order; // how many coefficients each has
  mlir::func::FuncOp function;
  mlir::FunctionType type; // which it has when it is written

  /// What `function` is; null if it is none.
  static std::optional<MovedFunction> with(mlir::func::FuncOp function);
  /// One that was made before.
  static std::optional<MovedFunction> find(const ActiveCall &of, unsigned order);
};

/// Those that one derivative makes.
class MovedFunctions {
public:
  explicit MovedFunctions(unsigned order) : order(order) {}

  const MovedFunction &of(const ActiveCall &call);
  /// Writes the bodies of all that were asked for, and of those that they ask for.
  llvm::LogicalResult finish();

private:
  llvm::LogicalResult write(const MovedFunction &moved); // forward.cpp

  const unsigned order;
  std::deque<MovedFunction> all; // which do not move
  size_t written = 0;
};

/// Whether a function that derivatives have made runs in the opposite direction of what users have
/// written.
bool runsBackward(mlir::func::FuncOp function);

} // namespace cotan
