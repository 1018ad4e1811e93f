// The questions a pass may ask an op; see op_interfaces.td for what each means.
#pragma once

#include "cotan/ir/lowering/element.h"
#include "cotan/ir/lowering/reduction.h"
#include "cotan/ir/rules/batch.h"
#include "cotan/ir/rules/series_builder.h"
#include "cotan/ir/rules/sizes.h"
#include "cotan/support/array.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace cotan {

using Arrays = llvm::SmallVector<Array, 2>;

/// See Lowerable::follows.
using Follows = std::optional<llvm::SmallVector<int64_t>>;
/// All axes of the operand for elementwise ops, none for others.
Follows followsIfElementwise(mlir::Operation *op, unsigned i);
/// Whether the first axis of the operand is followed by that of the result.
bool keepsRowsIfFollowed(mlir::Operation *op, unsigned i);

/// An axis of both operands of a product: its size, and how far apart in memory its elements are,
/// counted in elements; 0 in an operand that does not have it.
struct PairedAxis {
  int64_t size;
  std::array<int64_t, 2> steps;
};

/// Products of m by k and k by n matrices, one for each place along `batches`. The results lie one
/// after the other, row by row.
struct MatrixProduct {
  struct Steps {
    int64_t row, column;
  };
  int64_t m, n, k;
  std::array<Steps, 2> steps; // in the two operands
  llvm::SmallVector<PairedAxis> batches = {};

  /// Of a single product of matrices without gaps: which of them lie in memory column by column.
  std::optional<std::array<bool, 2>> turned() const;
};

/// A function of the runtime with the numbers it gets beside the tensors.
struct RuntimeCall {
  llvm::StringRef function;
  llvm::SmallVector<int64_t> numbers = {};
  /// How long an element of the results takes, roughly, in multiplications at full speed.
  double workPerElement = 64;
  /// What it computes, if that is products of matrices whose sizes are known.
  std::optional<MatrixProduct> product = std::nullopt;
  /// Whether the op is a formula, too, of a few numbers for each element; the call takes less time.
  bool hasFormula = false;
  /// Whether it is for a composite op whose parts are the better code, if it can be taken apart.
  bool isFallback = false;
};

/// See Updating::update.
struct Update {
  Place at;       // in operand 0
  Lanes isInside; // none: always; otherwise nothing is written
  Lanes element;
};

/// See Sparse::placedBlock.
struct PlacedBlock {
  mlir::Value block;
  llvm::SmallVector<int64_t> start; // of the block, along each axis
};

template <typename Op> struct OfShapes : mlir::OpTrait::TraitBase<Op, OfShapes> {};
template <typename Op> struct Elementwise : mlir::OpTrait::TraitBase<Op, Elementwise> {};
template <typename Op> struct SizesOfFirst : mlir::OpTrait::TraitBase<Op, SizesOfFirst> {};
template <typename Op> struct Broadcasting : mlir::OpTrait::TraitBase<Op, Broadcasting> {};
template <typename Op> struct InfersSizes : mlir::OpTrait::TraitBase<Op, InfersSizes> {};
template <typename Op> struct Linear : mlir::OpTrait::TraitBase<Op, Linear> {};
template <typename Op> struct Multilinear : mlir::OpTrait::TraitBase<Op, Multilinear> {};
template <typename Op> struct Cheap : mlir::OpTrait::TraitBase<Op, Cheap> {};
template <typename Op> struct ReproducibleForm : mlir::OpTrait::TraitBase<Op, ReproducibleForm> {};
template <typename Op> struct WholeComplex : mlir::OpTrait::TraitBase<Op, WholeComplex> {};
template <typename Op> struct Looping : mlir::OpTrait::TraitBase<Op, Looping> {};
template <typename Op> struct View : mlir::OpTrait::TraitBase<Op, View> {};
template <typename Op> struct ZeroDerivative : mlir::OpTrait::TraitBase<Op, ZeroDerivative> {};

/// Speculatable if no size can fail to fit: all are known, and none is asked of an operand.
mlir::Speculation::Speculatability speculatability(mlir::Operation *op);
template <typename Op>
struct SpeculatableIfSizesFit : mlir::OpTrait::TraitBase<Op, SpeculatableIfSizesFit> {
  mlir::Speculation::Speculatability getSpeculatability() {
    return speculatability(this->getOperation());
  }
};

} // namespace cotan

#include "cotan/ir/interfaces/op_interfaces.h.inc"

namespace cotan {

/// Whether it takes an instruction or two for each element: to compute the result again costs less
/// than to write and read it. What is linear in each operand, element by element, is a sum or a
/// product; others say so.
bool isCheap(mlir::Operation *op);
/// Makes an element of a Lowerable op's result, in the same way everywhere if the op is marked so.
Lanes lowerElement(mlir::Operation *op, Element &element);
/// Whether machine code of `op` is made from a formula of one element, or it is a reduction.
bool hasFormula(mlir::Operation *op);
/// Whether the op asks for the operand's numbers when it says its sizes.
bool decidesSizes(mlir::OpOperand &operand);

} // namespace cotan
