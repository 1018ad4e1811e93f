// What two kernels have in common that can have the same machine code.
#pragma once

#include "cotan/ir/code/code.h"

namespace cotan {

/// All that is said of a kernel but for what it reads: kernels of equal keys compute the same.
using KernelKey = std::vector<uintptr_t>;

/// An integer of a kernel: a constant that an operand could hand over.
bool isInteger(mlir::Operation &op);

KernelKey keyOf(code::KernelOp kernel);
/// The same but for its integers.
KernelKey keyWithoutIntegers(code::KernelOp kernel);

} // namespace cotan
