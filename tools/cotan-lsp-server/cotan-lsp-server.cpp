// MLIR's language server with Cotan's dialects: diagnostics, definitions and hovers in an editor.
#include "cotan/driver/registry.h"
#include "cotan/support/big_stack.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  bool succeeded = false;
  cotan::runOnBigStack([&] {
    mlir::DialectRegistry registry;
    cotan::registerEverything(registry);
    succeeded = llvm::succeeded(mlir::MlirLspServerMain(argc, argv, registry));
  });
  return succeeded ? 0 : 1;
}
