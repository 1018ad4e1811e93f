// The table behind `cotan ops` and docs/spec/ops.md: every op, its documentation and its rules.
#pragma once

#include "cotan/ops/registration.h"

#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace cotan {

struct OpEntry {
  const OpDocumentation *documentation;
  llvm::StringRef family;    // the folder it lives in: "arithmetic", or "flow"
  llvm::StringRef evaluate;  // "rule", "built in" (the interpreter knows it), or "-"
  llvm::StringRef vjp;       // "rule", "built in", "zero", or "-"
  llvm::StringRef jvp;       // "rule", "built in", the trait it follows from, or "-"
  llvm::StringRef decompose; // "rule" or "-"

  llvm::StringRef name() const { return documentation->name; }
};

/// All ops by family, then in the order they are documented. What rules an op has is asked of the
/// op's registered class, not of a list.
std::vector<OpEntry> opReference(mlir::MLIRContext &context);

/// The reference as Markdown, one table and one section per family.
std::string opReferenceMarkdown(llvm::ArrayRef<OpEntry> entries);

} // namespace cotan
