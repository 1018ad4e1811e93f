// A program in the forms that compilers know: as functions, blocks, stack code or a graph. What
// each looks like: docs/guide/forms.md.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace cotan {

enum class Form { anf, cps, cfg, stack, graph, dot };

/// The words of `cotan translate --to`, in the order of the enumeration.
llvm::ArrayRef<llvm::StringRef> formNames();
std::optional<Form> formNamed(llvm::StringRef name);

/// The text of `function` and of all it calls, directly or not, itself first. Their control flow is
/// rewritten on the way. `source` is the text they were read from, whose names stay; it may be
/// empty.
llvm::FailureOr<std::string> translate(mlir::func::FuncOp function, Form form,
                                       llvm::StringRef source);

} // namespace cotan
