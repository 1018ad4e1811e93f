// The names that values have in the text a program was read from: %x is called x in every form.
#pragma once

#include "mlir/IR/Value.h"

#include <string>
#include <vector>

namespace cotan::forms {

class SourceNames {
public:
  /// `text` must outlive this; it may be empty, as that of bytecode.
  explicit SourceNames(llvm::StringRef text);

  /// Without the sign; empty if the value has none, as what a pass has made.
  std::string of(mlir::Value value) const;

private:
  /// The text before and from the place of a location.
  struct Place {
    llvm::StringRef before, from;
  };
  Place placeOf(mlir::Location location) const;

  std::vector<llvm::StringRef> lines;
};

} // namespace cotan::forms
