// The functions of a program's kernels: those that are alike share one.
#pragma once

#include "cotan/codegen/kernel_key.h"
#include "cotan/codegen/program/program.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include <map>

namespace cotan {

class KernelTable {
public:
  KernelTable(ProgramCode &code, const Processor &processor) : code(code), processor(processor) {}

  /// A kernel's function, and the one that makes its totals, if it has some.
  struct KernelFunctions {
    llvm::Function *run = nullptr, *finish = nullptr;
    size_t number = 0; // of its KernelFunction
  };
  KernelFunctions functionsOf(code::KernelOp kernel);
  /// Of a product that has machine code of its own.
  llvm::Function *functionOf(const MatrixProduct &product, DType dtype);

private:
  /// Of the one that is added last.
  std::string nextName() const {
    return "kernel" + std::to_string(kernels.size() + products.size());
  }

  ProgramCode &code;
  const Processor &processor;
  std::map<KernelKey, KernelFunctions> kernels;
  std::map<std::vector<int64_t>, llvm::Function *> products;
};

} // namespace cotan
