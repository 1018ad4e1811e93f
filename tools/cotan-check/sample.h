// A function under test: its inputs, its value and what its attributes ask for.
#pragma once

#include "cotan/check/comparison.h"
#include "cotan/driver/program_compiler.h"
#include "derivative.h"
#include "inputs.h"

namespace cotan::check {

struct Options {
  uint64_t seed = 1;
  std::optional<unsigned> order = {}; // instead of what the functions ask for
  bool elementTypes = true;
  bool specialPoints = true;  // zeros, ties, thresholds
  bool keepCalls = false;     // every function that is called stays a function
  bool leaveOutSteps = false; // compile without each step that only makes code faster
  bool thorough = false;      // all choices of lanes, all special points
};

/// The gradient of a weighted sum of all float results with respect to all float arguments.
struct FirstOrder {
  Program primal; // what is differentiated
  Positions wrt, results;
  Derivative reverse;
  Arrays seeds;    // the weights, one per result
  Arrays gradient; // one per argument
  bool isDouble;   // only f64 is involved, so numbers can be compared closely
};

class Sample {
public:
  /// Makes inputs and runs the function on them; failures are reported.
  static llvm::FailureOr<std::unique_ptr<Sample>> make(mlir::func::FuncOp function,
                                                       const Options &options);

  const Program &program() const { return original; }
  mlir::func::FuncOp function() const { return original.function(); }
  const Arrays &inputs() const { return made; }
  const Arrays &outputs() const { return results; }
  /// Randomness of the sample; each check starts from its own seed.
  Random random(llvm::StringRef check) const;

  /// Whether there is a derivative to check.
  bool wantsDerivative() const;
  /// Computes it; failures are reported.
  llvm::LogicalResult differentiate();
  /// Null if it could not be computed, or is not wanted.
  const FirstOrder *derivative() const { return firstOrder.get(); }

  /// Whether what is differentiated holds calls with a rule of their own for reverse mode alone.
  bool hasCustomRules() const;
  /// Whether what is differentiated calls functions that a derivative has made in pairs: as they
  /// are written, not one without the other, they fit together.
  bool hasPairs() const;
  /// Whether it, or what it calls, prints, asserts or calls functions with rules: lanes of a batch
  /// would take turns at that.
  bool hasEffects() const;

  /// Whether all cases are to be compiled, not some for each sample.
  bool isThorough() const { return options.thorough; }
  /// For programs that are made of it: its own are compiled in both ways, which give the same bits.
  CompileOptions quickly() const {
    return {.effort = isThorough() ? Effort::whole : Effort::quick};
  }
  bool has(llvm::StringRef attribute) const { return function()->hasAttr(attribute); }
  unsigned order() const;
  /// What results may differ by, relative to their size.
  double tolerance() const;

  /// Reports each result that differs from the sample's own, and if what the last run on this
  /// thread printed does; `what` names who computed them.
  llvm::LogicalResult expectOutputs(llvm::ArrayRef<Array> found, const llvm::Twine &what) const;
  /// Runs `changed`, decomposed where necessary, and compares.
  llvm::LogicalResult expectSameValue(const Program &changed, const llvm::Twine &what) const;

private:
  Sample(Program original, const Options &options)
      : original(std::move(original)), options(options) {}

  Program original;
  const Options &options;
  Arrays made, results;
  std::string printed;
  std::unique_ptr<FirstOrder> firstOrder;
};

/// Reports each pair that differs by more than `tolerance` times the largest expected magnitude.
llvm::LogicalResult expectClose(mlir::Location loc, llvm::ArrayRef<Array> found,
                                llvm::ArrayRef<Array> expected, double tolerance,
                                const llvm::Twine &what);

} // namespace cotan::check
