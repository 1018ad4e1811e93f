// Sizes that are known only when a program runs: those of axes with `?`.
#pragma once

#include "cotan/trace/tensor_body.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace cotan::trace {

/// Lists of sizes hold labels in the place of open sizes. Axes with one label have one size; those
/// with different ones may have. Labels are to be copied and compared, not computed with.
constexpr bool isOpen(int64_t size) { return size < std::numeric_limits<int64_t>::min() / 2; }
/// Whether it is a label: sizes of types that belong to no function are open and have none.
constexpr bool isLabel(int64_t size) {
  return isOpen(size) && size != std::numeric_limits<int64_t>::min();
}
inline bool anyOpen(llvm::ArrayRef<int64_t> sizes) { return llvm::any_of(sizes, isOpen); }
/// Whether they are one size, as far as is known. If they are not after all, the program ends with
/// an error.
inline bool mayBeEqual(int64_t a, int64_t b) { return a == b || isOpen(a) || isOpen(b); }
/// The same shape, up to labels: one MLIR type has it.
bool haveOneType(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// The shape that operands of these shapes have together, as NumPy broadcasts. None if two sizes do
/// not go together, which are then in `misfit`.
std::optional<llvm::SmallVector<int64_t, 4>>
broadcastSizes(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes,
               std::pair<int64_t, int64_t> *misfit = nullptr);

/// "?" for an open one.
std::string printSize(int64_t size);

/// Where the open sizes of a function under construction come from.
class OpenSizes {
public:
  int64_t labelOf(mlir::Value tensor, unsigned axis);
  /// The label of a size that is a value.
  int64_t labelOf(mlir::Value size);
  struct Source {
    mlir::Value value;
    std::optional<unsigned> axis; // none: the value is the size itself
  };
  /// None if the label is of another function.
  std::optional<Source> find(int64_t label) const;
  /// `size` is the value of `label` now.
  void remember(mlir::Value size, int64_t label) { labels[size] = label; }
  /// There is no such value any more.
  void forget(mlir::Value size) { labels.erase(size); }
  /// The same of all values in a region.
  void forgetIn(mlir::Region &region);

private:
  llvm::DenseMap<int64_t, Source> sources;
  llvm::DenseMap<mlir::Value, int64_t> labels; // of values that are sizes
};

/// The size as a number, or where it is open as a value of the innermost function.
TensorRef sizeTensor(int64_t size);
/// The tensor, with this label of an axis where its size is open.
TensorRef withSize(const TensorRef &tensor, unsigned axis, int64_t size);
/// The label of a size that is traced; the number where it is not.
int64_t sizeFrom(const TensorRef &size);
/// A vector of sizes, some of them open, as an operand.
mlir::Value shapeOperand(llvm::ArrayRef<int64_t> sizes);

} // namespace cotan::trace
