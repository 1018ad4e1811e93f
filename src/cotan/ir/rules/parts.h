// The ops that a rule builds.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

namespace cotan {

/// The ops that a builder puts at its place, which stays, from now on.
class OpsFromHere {
public:
  explicit OpsFromHere(const mlir::OpBuilder &builder);
  /// In the order of the program.
  llvm::SmallVector<mlir::Operation *> built() const;

private:
  mlir::Block *block;
  mlir::Block::iterator place;
  mlir::Operation *before; // the op in front of the place; null at the start of the block
};

/// On an op whose user does not want derivatives to be taken of its parts.
inline constexpr llvm::StringLiteral wholeName = "cotan.whole";
/// The op, if derivatives may be taken of its parts; else null.
Decomposable withParts(mlir::Operation *op);

/// What an op is decomposed into.
struct Parts {
  Values results; // null or fewer where the rule gives none
  llvm::SmallVector<mlir::Operation *> ops;
};
/// `rules` puts ops where `builder` does.
Parts partsOf(Decomposable op, RuleBuilder &rules, const mlir::OpBuilder &builder);
/// The same of an op on complex numbers, of their real and imaginary parts.
Parts complexPartsOf(mlir::Operation *op, RuleBuilder &rules, const mlir::OpBuilder &builder);

} // namespace cotan
