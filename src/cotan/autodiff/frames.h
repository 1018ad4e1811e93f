// The frame a region pushes for the region that reverses it: one per execution.
#pragma once

#include "cotan/autodiff/scope.h"
#include "cotan/ir/flow/flow.h"

namespace cotan {

/// What a region computes that its dual could ask for. Stacks that are only handed through are not
/// made here, constants are made again, and the index of a counted loop is known.
llvm::SmallVector<mlir::Value> localValues(flow::Structured op, mlir::Region &region);

/// Whether addStacks has been at `op`.
bool pushesResiduals(flow::Structured op);

/// Pushes what was asked for at the end of the forward block, pops it at the start of the dual
/// block. False if nothing was asked for.
bool makeFrame(Scope &scope);

/// A frame without values.
void makeEmptyFrame(Scope &scope);

} // namespace cotan
