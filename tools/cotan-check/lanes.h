// The inputs of a program for the lanes of a batch, and what each lane alone computes of them.
#pragma once

#include "sample.h"

namespace cotan::check {

/// Which arguments differ between the lanes, and how many lanes there are.
struct Lanes {
  Positions batched;
  int64_t count;
  bool isOpen = false;   // the program does not say how many
  bool areGiven = false; // by check.lanes

  bool isBatched(unsigned argument) const { return llvm::is_contained(batched, argument); }
};

/// Arrays of the lanes side by side, along a new first axis; `like` says the shape if there are
/// none. None if lanes differ in shape.
std::optional<Array> stack(llvm::ArrayRef<Array> lanes, const Array &like);

class LaneInputs {
public:
  /// Lane 0 has these inputs, the others similar ones, or those of check.lanes. Inputs with which
  /// `program` fails or takes another shape are replaced by those of lane 0. An input from
  /// `firstFree` on is any number.
  LaneInputs(const Program &program, llvm::ArrayRef<Array> inputs, const Lanes &lanes,
             Random &random, unsigned firstFree);

  llvm::ArrayRef<Arrays> inputs() const { return lanes; }
  /// What each lane alone computes.
  llvm::ArrayRef<Arrays> outputs() const { return results; }
  /// The inputs of all lanes at once.
  Arrays together() const;

private:
  Arrays inputsOf(int64_t lane, mlir::func::FuncOp function, Random &random,
                  unsigned firstFree) const;

  Lanes choice;
  std::vector<Arrays> lanes, results;
  Arrays first;
};

/// The lanes that check.lanes gives values of; none if it gives no value.
std::optional<Lanes> givenLanes(mlir::func::FuncOp function);

/// The program for all lanes at once.
llvm::FailureOr<Program> batched(const Program &program, const Lanes &lanes);

} // namespace cotan::check
