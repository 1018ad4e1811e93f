// Functions that stay functions take and give what is read, and are called where it is.
//
// before: %a, %b = func.call @f(%x, %y)     func.func private @f(%x, %y) -> (%a, %b)
// after:  %a = func.call @f(%x)             func.func private @f(%x) -> %a
// (where nothing reads %b, and @f does not read %y)
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// The functions are all of a program's; the first one takes and gives what it did.
void removeUnread(llvm::ArrayRef<mlir::func::FuncOp> functions);

/// The same for all functions of a module, of which the public ones stay as they are:
/// --remove-unread.
std::unique_ptr<mlir::Pass> createRemoveUnreadPass();

} // namespace cotan
