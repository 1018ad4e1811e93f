// The questions a pass may ask an op; see op_interfaces.td for what each means.
#pragma once

#include "cotan/ir/rules/rule_builder.h"
#include "cotan/support/array.h"

#include "mlir/IR/OpDefinition.h"

namespace cotan {

using Arrays = llvm::SmallVector<Array, 1>;

template <typename Op> struct Elementwise : mlir::OpTrait::TraitBase<Op, Elementwise> {};
template <typename Op> struct Linear : mlir::OpTrait::TraitBase<Op, Linear> {};
template <typename Op> struct Multilinear : mlir::OpTrait::TraitBase<Op, Multilinear> {};
template <typename Op> struct ZeroDerivative : mlir::OpTrait::TraitBase<Op, ZeroDerivative> {};

} // namespace cotan

#include "cotan/ir/interfaces/op_interfaces.h.inc"
