// Derivatives by differences, for comparison with those the compiler makes.
#pragma once

#include "sample.h"

namespace cotan::check {

/// A weighted sum of results of a program, whose float inputs `wrt` are moved along directions.
struct Motion {
  const Sample &sample;
  Interpreter &program;
  const Arrays &inputs;
  const Positions &wrt;
  const Positions &results;
  const Arrays &weights; // one per result

  /// How much the sum differs between the two sides of the inputs; NaN if a shape does.
  llvm::FailureOr<double> difference(double step, llvm::ArrayRef<Array> direction) const;
};

/// Compares <gradient, u> with differences along random directions u, and along each element if
/// there are few. `what` names the gradient in errors.
llvm::LogicalResult expectGradient(const Motion &motion, llvm::ArrayRef<Array> gradient,
                                   llvm::StringRef what);

} // namespace cotan::check
