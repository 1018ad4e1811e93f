// The checks every sample goes through. None knows an op: a new op is checked by its samples alone.
#pragma once

#include "sample.h"

#include <functional>

namespace cotan::check {

struct Check {
  std::string name;
  /// Whether the question makes sense for this sample.
  std::function<bool(const Sample &)> applies;
  /// Reports, as diagnostics, what does not hold.
  std::function<llvm::LogicalResult(Sample &)> holds;
};

using Checks = std::vector<Check>;

inline bool always(const Sample &) { return true; }
inline bool hasDerivative(const Sample &sample) { return sample.derivative(); }
inline bool hasPreciseDerivative(const Sample &sample) {
  return sample.derivative() && sample.derivative()->isDouble;
}

void addValueChecks(Checks &checks); // runs, is deterministic, survives being written and read
void addMachineCodeChecks(Checks &checks);   // machine code agrees with the interpreter
void addSizeChecks(Checks &checks);          // so it does of sizes that do not fit
void addLeftOutStepChecks(Checks &checks);   // so it does without each step that can be left out
void addPassChecks(Checks &checks);          // no pass changes the value
void addElementTypeChecks(Checks &checks);   // f32, bf16 and f16 agree with f64
void addGradientChecks(Checks &checks);      // reverse mode agrees with differences, to any order
void addExpectedDerivatives(Checks &checks); // agree with closed forms given in the file
void addGradientPassChecks(Checks &checks);  // no pass changes the gradient
void addForwardChecks(Checks &checks);       // forward mode agrees with reverse mode
void addTaylorChecks(Checks &checks);        // Taylor mode agrees with forward mode, nested
void addSpecialPointChecks(Checks &checks);  // derivatives at special points are limits of others
void addFunctionValueChecks(Checks &checks); // derivatives of values are those of the functions
void addStackChecks(Checks &checks);         // stacks pair up; pruning and removal leave no trace

void addCallChecks(Checks &checks);  // calls that stay and calls that are inlined compute the same
void addBatchChecks(Checks &checks); // a batch computes what each lane alone does

} // namespace cotan::check
