// How ops write where slices end. Comes before an op's .inc file, which names these functions.
#pragma once

#include "mlir/IR/OpImplementation.h"

namespace cotan {

/// `[2, ?]`, where `?` stands for the size of the axis.
mlir::ParseResult parseLimits(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &limits);
void printLimits(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr limits);

} // namespace cotan

using cotan::parseLimits;
using cotan::printLimits;
