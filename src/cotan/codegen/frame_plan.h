// Where small tensors lie: in one block of memory, planned before the program runs.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Whether tensors of this type are planned: they have a known, small size. They are copied where
/// others change their owner; that is cheaper than to ask for memory.
bool isSmallTensor(mlir::Type type);
/// Whether an argument gives its memory to the program (ir/donation.h): one so small that it would
/// be copied anyway does not.
bool isDonated(mlir::func::FuncOp function, unsigned argument);
/// The bytes of a tensor of known size.
int64_t bytesOfTensor(mlir::Type type);

/// Gives each small tensor an offset; those that are never needed at the same time share memory.
class FramePlan {
public:
  explicit FramePlan(mlir::func::FuncOp function);

  /// The places a variable of a structured op may be in: two for what a loop carries, which take
  /// turns, and one for what leaves `cond` or a branch.
  enum Place { current, spare, leaving };

  int64_t bytes() const { return total; }
  int64_t offsetOf(mlir::Value value) const {
    return offsets.lookup({value.getAsOpaquePointer(), 0});
  }
  int64_t offsetOf(mlir::Operation *op, unsigned variable, Place place) const {
    return offsets.lookup({op, 3 * variable + place});
  }

private:
  using Key = std::pair<void *, unsigned>;
  struct Interval {
    Key key;
    unsigned start, end;
    int64_t bytes;
  };
  void number(mlir::func::FuncOp function);
  void addValue(mlir::Value value);
  void addVariables(mlir::Operation *op);
  unsigned lastRead(mlir::Value value) const;
  void pack();

  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> spans;
  std::vector<Interval> intervals;
  llvm::DenseMap<Key, int64_t> offsets;
  int64_t total = 0;
};

/// The ops that read the memory of `value`, by itself or by a view of it.
llvm::SmallVector<mlir::Operation *> readersOf(mlir::Value value);
/// Whether the result of `op` is in the memory of its operand 0.
bool sharesMemory(mlir::Operation *op);
/// The value whose memory `value` is a view of; itself if it is none.
mlir::Value rootOf(mlir::Value value);

} // namespace cotan
