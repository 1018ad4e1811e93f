// Makes the inputs of a function from the attributes of its arguments (see check.td).
#pragma once

#include "cotan/interpreter/interpreter.h"

#include <random>

namespace cotan::check {

/// Random numbers that depend on nothing but the seeds: not on the platform, the order of the
/// samples or the number of threads.
class Random {
public:
  Random(uint64_t seed, llvm::StringRef name);

  uint64_t bits() { return generator(); }
  /// In [low, high).
  double uniform(double low, double high);
  /// Uniform elements in [low, high], rounded to the element type.
  Array array(DType dtype, llvm::ArrayRef<int64_t> shape, double low = -1, double high = 1);

private:
  std::mt19937_64 generator;
};

/// The number a float or integer attribute holds.
double numberOf(mlir::Attribute value);

/// One array per argument; an argument for which none can be made is reported.
llvm::FailureOr<Arrays> makeInputs(mlir::func::FuncOp function, Random &random);

} // namespace cotan::check
