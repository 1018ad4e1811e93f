// What MLIR's inliner asks a dialect.
#pragma once

#include "mlir/Transforms/InliningUtils.h"

namespace cotan {

/// For dialects whose ops mean the same everywhere.
struct InlineAnywhere : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
};

} // namespace cotan
