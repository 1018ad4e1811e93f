// Functions of many lanes, beside those of one: what calls become that stay calls.
#pragma once

#include "cotan/autodiff/call_pairs.h"
#include "cotan/ir/rules/batch.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// What is wanted of a function of many lanes.
struct OfLanes {
  llvm::SmallVector<bool> arguments; // which differ
  unsigned repeated = 0;             // the first results that differ in any case
  bool isMasked = false;             // whether a last argument says which lanes take part
  std::string suffix = {};           // what else is done with it
  llvm::function_ref<void(mlir::func::FuncOp)> finish = nullptr;

  std::string nameOf(mlir::func::FuncOp function, const BatchAxis &axis) const;
};

/// Such a function beside `function`. It is found again by its name, also where its body is not
/// built yet: it may call itself.
llvm::FailureOr<mlir::func::FuncOp> ofLanes(mlir::func::FuncOp function, const BatchAxis &axis,
                                            const OfLanes &wanted);

/// That of one of the two functions that a derivative has made of a call: it is one of the pair of
/// the function of lanes. All tensors that it takes and gives differ.
llvm::FailureOr<mlir::func::FuncOp> memberOfLanes(const CallPair &pair, mlir::func::FuncOp member,
                                                  const BatchAxis &axis);

/// Whether it prints, or a function that it calls does.
bool prints(mlir::func::FuncOp function);

/// The places of those that are set.
llvm::SmallVector<unsigned> placesOf(llvm::ArrayRef<bool> flags);
/// One letter for each: whether it differs or is shared.
std::string spelled(llvm::ArrayRef<bool> flags);

} // namespace cotan
