// Who sees what a program becomes on its way to machine code.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

struct ProgramCode;

class CompileObserver {
public:
  virtual ~CompileObserver() = default;
  /// The first step is what there is before any; one that failed may leave what is no program.
  virtual void afterStep(llvm::StringRef name, mlir::func::FuncOp function) = 0;
  /// LLVM's code, before LLVM's own passes. It may be changed.
  virtual void onCode(ProgramCode &code) = 0;
  virtual void onObjects(llvm::ArrayRef<std::string> files) = 0;
};

} // namespace cotan
