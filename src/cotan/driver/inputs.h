// What `cotan run --input` accepts, bound to the arguments of a function.
#pragma once

#include "cotan/interpreter/interpreter.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

/// The name of an argument or result for people: its attribute `cotan.name`, or "" if it has none.
llvm::StringRef argumentName(mlir::func::FuncOp function, unsigned index);
llvm::StringRef resultName(mlir::func::FuncOp function, unsigned index);

/// The argument or result with this name or at this position, counted from 0.
llvm::Expected<unsigned> findArgument(mlir::func::FuncOp function, llvm::StringRef name);
llvm::Expected<unsigned> findResult(mlir::func::FuncOp function, llvm::StringRef name);

/// One array per argument of `function`. Each spec is `[NAME=]VALUE`; NAME is the argument's
/// attribute `cotan.name` or its position, and specs without a name take the remaining arguments in
/// order. VALUE is one of
///   file.npy   file.npz:key   file.npz (without a name: all its arrays, by name)
///   uniform[:TYPE][:SEED[:LOW:HIGH]]   normal[:TYPE][:SEED]   zeros[:TYPE]   ones[:TYPE]
///   3.5   [1, 2, 3]   [[true, false]]
/// with TYPE as f32[8,3]; it may be left out where the argument's type says all sizes.
llvm::Expected<Arrays> bindInputs(mlir::func::FuncOp function, llvm::ArrayRef<std::string> specs);

} // namespace cotan
