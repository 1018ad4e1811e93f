// Functions that are the derivative of another one: declared when one is asked for as a value, and
// written when what they are made of takes tensors alone.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace cotan {

/// What a function is the derivative of. `kind` tells what it takes and returns.
struct Derived {
  enum class Kind {
    gradient, // takes what `of` takes; returns the cotangents of `wrt`
    pullback, // takes what `of` takes, then the results' cotangents; returns those of `wrt`
    tangents, // takes what `of` takes, then tangents of `wrt`; returns results, then their tangents
  };
  mlir::func::FuncOp of;
  Kind kind;
  llvm::SmallVector<unsigned> wrt;
};

/// None if it is a function like any other.
std::optional<Derived> derivedOf(mlir::func::FuncOp function);

/// What is differentiated in the end, by derivatives of derivatives; a function that is none is it
/// itself. Its arguments are the first ones of them all.
mlir::func::FuncOp primalOf(mlir::func::FuncOp function);

/// The derivative, declared beside the function if it is not there yet.
mlir::func::FuncOp declareDerived(const Derived &derived, mlir::Location loc);

/// Says anew what it is the derivative of.
void setDerived(mlir::func::FuncOp function, const Derived &derived);

/// Writes the bodies of `functions` that are derivatives; `prepare` brings a function into the form
/// that is differentiated. Those made of others come after them; those made of themselves are
/// unrolled (unroll_derived.h).
llvm::LogicalResult
writeDerived(llvm::ArrayRef<mlir::func::FuncOp> functions,
             llvm::function_ref<llvm::LogicalResult(mlir::func::FuncOp)> prepare);

} // namespace cotan
