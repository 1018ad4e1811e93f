// Integers of a loop's body that are the same in all turns, or count evenly from turn to turn.
#pragma once

#include "cotan/ir/flow/flow.h"
#include "cotan/support/progression.h"

namespace cotan {

/// The indices of a loop in the order of its turns, if its bounds are constants and there are at
/// most so many, and one at least.
std::optional<Progression> indicesOf(flow::ForOp loop, int64_t mostTurns);

/// Found by computing them for all turns: what ops do to a number is theirs to say.
class TurnNumbers {
public:
  TurnNumbers(flow::ForOp loop, const Progression &indices);

  /// The numbers of a 0-d integer or i1 in the body; none if they are not known, or uneven.
  std::optional<Progression> of(mlir::Value value) const {
    auto found = even.find(value);
    return found == even.end() ? std::nullopt : std::optional(found->second);
  }

private:
  void add(mlir::Value value, Array numbers);
  void visit(mlir::Operation *op);
  std::optional<Array> numbersOf(mlir::Value value);

  int64_t turns;
  llvm::DenseMap<mlir::Value, Array> known; // a vector: the number in each turn
  llvm::DenseMap<mlir::Value, Progression> even;
};

} // namespace cotan
