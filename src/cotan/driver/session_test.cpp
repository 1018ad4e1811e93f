// Nesting that no text shows: bytecode and passes may make it.
#include "cotan/driver/session.h"

#include "cotan/support/nesting.h"

#include "mlir/IR/Diagnostics.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace mlir;

namespace {

std::vector<std::string> errorsOfModulesNested(size_t depth) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
    return success();
  });
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> root = ModuleOp::create(builder, builder.getUnknownLoc());
  SmallVector<ModuleOp> modules = {*root};
  for (size_t i = 0; i < depth; ++i) {
    builder.setInsertionPointToStart(modules.back().getBody());
    modules.push_back(ModuleOp::create(builder, builder.getUnknownLoc()));
  }
  EXPECT_EQ(failed(checkNesting(*root)), !errors.empty());
  for (ModuleOp module : llvm::reverse(modules)) // erasing from outside would recurse
    if (module != *root)
      module->erase();
  return errors;
}

TEST(Nesting, ofRegionsIsLimited) {
  EXPECT_TRUE(errorsOfModulesNested(maxNesting).empty());
  EXPECT_EQ(
      errorsOfModulesNested(maxNesting + 1),
      std::vector<std::string>{"regions are nested more than 10000 deep, which is the limit"});
}

} // namespace
